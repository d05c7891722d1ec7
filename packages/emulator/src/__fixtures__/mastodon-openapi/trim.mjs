// Extracts the parts of the OpenAPI schema that the tests need. Usage: node trim.mjs <schema.json>
// > schema.trimmed.json
// The script keeps the emulated routes with the types and required fields of their responses. It
// removes all prose and examples.
import { readFileSync } from 'node:fs'

const ROUTES = /^\/(api\/v1\/(apps|accounts\/(verify_credentials|\{id\}(\/statuses)?)|timelines\/home|statuses(\/\{id\}(\/(context|favourite|unfavourite|favourited_by|source|history|reblog|unreblog|quotes(\/\{quoting_status_id\}\/revoke)?))?)?|scheduled_statuses|polls\/\{id\}(\/votes)?|media|notifications(\/(\{id\}|clear))?|markers|conversations|instance)|api\/v1\/(apps\/verify_credentials|scheduled_statuses\/\{id\}|media\/\{id\}|conversations\/\{id\}(\/read)?)|api\/v2\/(media|instance)|api\/v1_alpha\/async_refreshes\/\{id\}|oauth\/(token|revoke)|\.well-known\/oauth-authorization-server)$/
const PROSE = new Set(['description', 'summary', 'example', 'examples', 'externalDocs', 'deprecated', 'links', 'tags'])

const whole = JSON.parse(readFileSync(process.argv[2], 'utf8'))

/**
 * Returns a part of the schema without its prose. If `isNames` is true, the keys are field names,
 * so all keys are kept.
 */
function withoutProse(value, isNames = false) {
  if (Array.isArray(value)) return value.map((one) => withoutProse(one))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => isNames || !PROSE.has(name))
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutProse(one, name === 'properties' && !isNames)]))
}

const paths = {}
for (const [path, methods] of Object.entries(whole.paths)) {
  if (!ROUTES.test(path)) continue
  paths[path] = {}
  for (const [method, { responses }] of Object.entries(methods)) {
    const replies = Object.entries(responses).map(([status, reply]) => [
      status,
      withoutProse({ content: reply.content ?? {}, headers: Object.keys(reply.headers ?? {}) }),
    ])
    paths[path][method] = { responses: Object.fromEntries(replies) }
  }
}

const schemas = {}
function take(value) {
  for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (schemas[name]) continue
    schemas[name] = withoutProse(whole.components.schemas[name])
    take(schemas[name])
  }
}
take(paths)

const { title, version, license } = whole.info
const trimmed = { openapi: whole.openapi, info: { title, version, license }, paths, components: { schemas } }
process.stdout.write(`${JSON.stringify(trimmed, null, 1)}\n`)
