local queries = {"pdf%20forms","review%20code%20changes","git%20commit","deploy%20kubernetes%20cluster","%E5%88%86%E6%9E%90%E4%BB%A3%E7%A0%81","test%20driven%20development","security%20audit","write%20release%20notes"}
local n = 0
request = function() n = n % 8 + 1; return wrk.format("GET", "/api/skills/search?q=" .. queries[n]) end
