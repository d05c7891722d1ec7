// Reduces Pinterest's API description to the part that the tests use: node trim.mjs <openapi.json>
// > schema.trimmed.json. Keeps the routes of the emulator with types, required fields, limits and
// enumerations. Removes all texts and examples.
import { readFileSync } from 'node:fs'

const ROUTES =
  /^\/(user_account(\/analytics)?|boards(\/\{board_id\}(\/(pins|sections(\/\{section_id\}(\/pins)?)?))?)?|pins(\/\{pin_id\}(\/analytics)?)?|media(\/\{media_id\})?|oauth\/token(\/revoke)?)$/
const PROSE = new Set(['description', 'summary', 'example', 'examples', 'externalDocs', 'title', 'tags', 'x-codeSamples'])

const whole = JSON.parse(readFileSync(process.argv[2], 'utf8'))

/**
 * Returns a schema without its texts. With `isNames`, the keys are names of fields, which may
 * equal the names of text properties.
 */
function bare(value, isNames = false) {
  if (Array.isArray(value)) return value.map((one) => bare(one))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => isNames || !PROSE.has(name))
  return Object.fromEntries(kept.map(([name, one]) => [name, bare(one, name === 'properties' && !isNames)]))
}

const paths = {}
for (const [path, methods] of Object.entries(whole.paths)) {
  if (!ROUTES.test(path)) continue
  paths[path] = {}
  for (const [method, { responses, requestBody, security, ...rest }] of Object.entries(methods)) {
    const replies = Object.entries(responses).map(([status, reply]) => [status, bare({ content: reply.content ?? {} })])
    paths[path][method] = {
      'x-ratelimit-category': rest['x-ratelimit-category'],
      security: security ?? [],
      ...(requestBody && { requestBody: bare({ content: requestBody.content }) }),
      responses: Object.fromEntries(replies),
    }
  }
}

const schemas = {}
function take(value) {
  for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (schemas[name]) continue
    schemas[name] = bare(whole.components.schemas[name])
    take(schemas[name])
  }
}
take(paths)

const { version, license } = whole.info
const trimmed = { openapi: whole.openapi, info: { version, license }, paths, components: { schemas } }
process.stdout.write(`${JSON.stringify(trimmed, null, 1)}\n`)
