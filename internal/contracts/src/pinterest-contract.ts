import { readFileSync } from 'node:fs'

import addFormatsModule from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

interface Json {
  [name: string]: unknown
}

interface Operation {
  readonly 'x-ratelimit-category': string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly requestBody?: { readonly content: Json }
  readonly responses: Readonly<Record<string, { readonly content: Json }>>
}

interface Contract extends Json {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Record<string, Json> }
}

const file = new URL('./__fixtures__/pinterest-openapi/schema.trimmed.json', import.meta.url)

/** OpenAPI 3.0 writes "or null" as `nullable`, which JSON Schema lacks. */
function withNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNulls)
  if (typeof value !== 'object' || value === null) return value
  const { nullable, discriminator, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withNulls(one)]),
  )
  void discriminator // a hint for generators: the branches have the same values as an enumeration
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest
}

const contract = withNulls(JSON.parse(readFileSync(file, 'utf8'))) as Contract // the file next to this one
const { schemas } = contract.components
// Its branches overlap, so a valid token response matches several of them.
for (const name of ['OauthAccessTokenResponse', 'OauthAccessTokenRequest'])
  if (schemas[name]?.['oneOf'] !== undefined) schemas[name] = { anyOf: schemas[name]['oneOf'] }

const ajv = new Ajv2020({ strict: false, allErrors: true })
// A CommonJS module: its function is the default export, or the module itself.
const addFormats = addFormatsModule as unknown as { default?: (to: Ajv2020) => void } & ((
  to: Ajv2020,
) => void)
;(addFormats.default ?? addFormats)(ajv)
ajv.addSchema({ ...contract, $id: 'pinterest' })

const compiled = new Map<string, ValidateFunction>()
const checked = new Set<string>()

/** Every `METHOD /path status` that was compared so far, in the names of the description. */
export const checkedAnswers: ReadonlySet<string> = checked

/** Routes of the description, as `GET /boards/{board_id}`. */
export const describedRoutes: readonly string[] = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
)

interface Found {
  readonly template: string
  readonly operation: Operation
}

/** `/boards/{board_id}` as an expression. No path of the description has other special characters. */
const expressionOf = (template: string): RegExp => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`)

function find(method: string, path: string): Found {
  const given = path.replace(/^\/v5/, '')
  const templates = Object.keys(contract.paths)
  const template =
    templates.find((one) => one === given) ?? templates.find((one) => expressionOf(one).test(given))
  const operation = contract.paths[template ?? '']?.[method.toLowerCase()]
  if (template === undefined || operation === undefined)
    throw new Error(`The description has no ${method} ${given}.`)
  return { template, operation }
}

function problems(parts: readonly string[], value: unknown): string[] {
  const pointer = parts
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/')
  const key = `pinterest#/paths/${pointer}/schema`
  const validate = compiled.get(key) ?? ajv.compile({ $ref: key })
  compiled.set(key, validate)
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    (one) => `${one.instancePath} ${one.message ?? ''} ${JSON.stringify(one.params)}`,
  )
}

/** Deviations of a response from the official description. Unlisted statuses are its `default`. */
export function answerProblems(method: string, path: string, status: number, body: unknown): string[] {
  const { template, operation } = find(method, path)
  const listed = operation.responses[String(status)] === undefined ? 'default' : String(status)
  checked.add(`${method} ${template} ${listed}`)
  if (status < 300 && listed === 'default') return [`${status} is not a success of ${method} ${template}`]
  if (operation.responses[listed]?.content['application/json'] === undefined)
    return body === null ? [] : ['There should be no body.']
  return problems([template, method.toLowerCase(), 'responses', listed, 'content', 'application/json'], body)
}

/** Deviations of a request body from the official description. */
export function requestProblems(method: string, path: string, kind: string, body: unknown): string[] {
  const { template } = find(method, path)
  return problems([template, method.toLowerCase(), 'requestBody', 'content', kind], body)
}

/** Scopes that a call requires, and its rate limit category, by the official description. */
export function describedAccess(
  method: string,
  path: string,
): { readonly scopes: readonly string[]; readonly category: string } {
  const { operation } = find(method, path)
  return {
    scopes: operation.security.flatMap((one) => one['pinterest_oauth2'] ?? []),
    category: operation['x-ratelimit-category'],
  }
}
