// What the rows of THE TABLE run: from the parameters of a call to an answer. Pure but for the
// catalog. Errors are thrown as Error; `respond` makes them answers.
#pragma once

#include "serve/routes.h"

namespace skillcat::serve {

Response get_page(const Call& call, Catalog& catalog);
Response get_page_style(const Call& call, Catalog& catalog);
Response get_page_script(const Call& call, Catalog& catalog);
Response list_skills(const Call& call, Catalog& catalog);
Response search_skills(const Call& call, Catalog& catalog);
Response get_skill(const Call& call, Catalog& catalog);
Response get_context(const Call& call, Catalog& catalog);
Response list_files(const Call& call, Catalog& catalog);
Response get_file(const Call& call, Catalog& catalog);
Response match_message(const Call& call, Catalog& catalog);
Response make_context(const Call& call, Catalog& catalog);
Response list_tools(const Call& call, Catalog& catalog);
Response list_hooks(const Call& call, Catalog& catalog);
Response list_roots(const Call& call, Catalog& catalog);
Response list_problems(const Call& call, Catalog& catalog);
Response list_changes(const Call& call, Catalog& catalog);
Response follow_events(const Call& call, Catalog& catalog);
Response get_status(const Call& call, Catalog& catalog);
Response get_openapi(const Call& call, Catalog& catalog);

/// Events of /api/events: what changed, with the revision as id, and that another catalog took the
/// place of the one before, so that revisions start anew.
std::string changes_event(const ChangeList& list);
std::string replaced_event(const Freshness& freshness);

/// The OpenAPI 3.1 document of THE TABLE.
Json openapi();

}  // namespace skillcat::serve
