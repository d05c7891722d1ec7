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

/** Converts `nullable` of OpenAPI 3.0 to a null type, because JSON Schema has no `nullable`. */
function withNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNulls)
  if (typeof value !== 'object' || value === null) return value
  const { nullable, discriminator, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withNulls(one)]),
  )
  void discriminator // not needed, because an enumeration in each branch has the same values
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest
}

const contract = withNulls(JSON.parse(readFileSync(file, 'utf8'))) as Contract // safe cast: the file is the API description in this folder
const { schemas } = contract.components
// The branches of these schemas overlap, so a valid token response matches several. `anyOf` allows
// this.
for (const name of ['OauthAccessTokenResponse', 'OauthAccessTokenRequest'])
  if (schemas[name]?.['oneOf'] !== undefined) schemas[name] = { anyOf: schemas[name]['oneOf'] }

const ajv = new Ajv2020({ strict: false, allErrors: true })
// safe cast: the function of this CommonJS module is its default export or the module itself
const addFormats = addFormatsModule as unknown as { default?: (to: Ajv2020) => void } & ((
  to: Ajv2020,
) => void)
;(addFormats.default ?? addFormats)(ajv)
ajv.addSchema({ ...contract, $id: 'pinterest' })

const compiled = new Map<string, ValidateFunction>()
const checked = new Set<string>()

/**
 * Every response that was compared so far, as `METHOD /path status` with the path from the
 * description.
 */
export const checkedAnswers: ReadonlySet<string> = checked

/** Routes of the API description, such as `GET /boards/{board_id}`. */
export const describedRoutes: readonly string[] = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
)

interface Found {
  readonly template: string
  readonly operation: Operation
}

/**
 * Converts a path such as `/boards/{board_id}` to a regular expression. The paths contain no other
 * special characters.
 */
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

/**
 * Returns the differences between a response and the API description. A status that the
 * description does not list is compared with `default`.
 */
export function answerProblems(method: string, path: string, status: number, body: unknown): string[] {
  const { template, operation } = find(method, path)
  const listed = operation.responses[String(status)] === undefined ? 'default' : String(status)
  checked.add(`${method} ${template} ${listed}`)
  if (status < 300 && listed === 'default') return [`${status} is not a success of ${method} ${template}`]
  if (operation.responses[listed]?.content['application/json'] === undefined)
    return body === null ? [] : ['There should be no body.']
  return problems([template, method.toLowerCase(), 'responses', listed, 'content', 'application/json'], body)
}

/** Returns the differences between a request body and the API description. */
export function requestProblems(method: string, path: string, kind: string, body: unknown): string[] {
  const { template } = find(method, path)
  return problems([template, method.toLowerCase(), 'requestBody', 'content', kind], body)
}

/**
 * Returns the scopes that a request requires and its rate limit category, as listed in the API
 * description.
 */
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
