local messages = {"pdf forms","review code changes","git commit","deploy kubernetes cluster","分析代码","test driven development","security audit","write release notes"}
local n = 0
request = function() n = n % 8 + 1; return wrk.format("POST", "/api/context", {["Content-Type"]="application/json"}, '{"message":"' .. messages[n] .. '","budget":2000}') end
