#include "mcp/client.h"

#include "mcp/session.h"

namespace skillcat::mcp {

Result<Discovery> discover(const ServerSettings& server) {
  auto session = Session::open(server);
  if (!session) return tl::unexpected(session.error());
  return (*session)->list();
}

}  // namespace skillcat::mcp
