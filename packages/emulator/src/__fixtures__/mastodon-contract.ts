import { readFileSync } from 'node:fs'

import { type ValidateFunction, Ajv2020 } from 'ajv/dist/2020.js'
import addFormatsModule from 'ajv-formats'

import { pathExpression } from '../framework/router.js'

interface Json {
  [name: string]: unknown
}
interface Contract extends Json {
  readonly paths: Record<string, Record<string, { responses: Record<string, { content: Record<string, { schema: Json }> }> }>>
  readonly components: { readonly schemas: Record<string, { properties: Record<string, Json>; required: string[] }> }
}

const file = new URL('./mastodon-openapi/schema.trimmed.json', import.meta.url)

/**
 * Corrects the schema where it contradicts the documentation and real servers. Each difference is an error of
 * the generator.
 */
function correct(contract: Contract): Contract {
  const { schemas } = contract.components
  const properties = (name: string): Record<string, Json> => schemas[name]?.properties ?? {}
  // Quote and ShallowQuote have the same single required field, so every quote matches both.
  const status = properties('Status')
  status['quote'] = { anyOf: status['quote']?.['oneOf'] }
  // The documentation's own example contains `null` for every parameter that was not sent.
  const params = properties('ScheduledStatus')['params'] as { properties: Json; required: string[] }
  params.required = ['text']
  params.properties['visibility'] = { type: ['string', 'null'] }
  // "Hash, or null when there is no policy": the enumeration lacks null and would refuse it.
  params.properties['quote_approval_policy'] = { type: ['string', 'null'] }
  // Some kinds of notification have no account.
  const notification = schemas['Notification']
  if (notification) notification.required = notification.required.filter((name) => name !== 'account')
  // `details` exists only for account registration. The generator adds it to every 422 without an example.
  const validation = schemas['ValidationError']
  if (validation) validation.required = ['error']
  // These fields are deprecated and missing in responses, or have more values than the schema lists.
  for (const name of ['Status', 'Notification', 'MediaAttachment', 'Account'])
    for (const one of Object.values(properties(name))) if (one['type'] !== undefined) delete one['$ref']
  return contract
}

const contract = correct(JSON.parse(readFileSync(file, 'utf8')) as Contract) // trimmed schema next to this file
const ajv = new Ajv2020({ strict: false, allErrors: true })
// CommonJS module: the function is the default export or the module itself.
const addFormats = addFormatsModule as unknown as { default?: (to: Ajv2020) => void } & ((to: Ajv2020) => void)
;(addFormats.default ?? addFormats)(ajv)
ajv.addFormat('iso-639-1', /^[a-z]{2,3}$/)
ajv.addSchema({ ...contract, $id: 'contract' })

const compiled = new Map<string, ValidateFunction>()
const checked = new Set<string>()

/** Every `METHOD /path status` that was checked so far. */
export const checkedAnswers: ReadonlySet<string> = checked

/** Routes of the contract, as `GET /api/v1/statuses/:id`. */
export const contractRoutes: readonly string[] = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
)

function findPath(path: string): string | undefined {
  return Object.keys(contract.paths).find((one) => one === path) ?? Object.keys(contract.paths).find((one) =>
    pathExpression(one.replace(/\{(\w+)\}/g, ':$1')).test(path),
  )
}

/** Contract violations of a response. Empty if the contract does not define the response. */
export function contractProblems(method: string, path: string, status: number, body: unknown): string[] {
  const template = findPath(path)
  if (template === undefined) return []
  const reply = contract.paths[template]?.[method.toLowerCase()]?.responses[String(status)]
  if (reply === undefined) return []
  checked.add(`${method} ${template.replace(/\{(\w+)\}/g, ':$1')} ${status}`)
  if (reply.content['application/json'] === undefined) return []
  const pointer = [template, method.toLowerCase(), 'responses', String(status), 'content', 'application/json', 'schema']
    .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
    .map(encodeURIComponent)
    .join('/')
  const key = `contract#/paths/${pointer}`
  const validate = compiled.get(key) ?? ajv.compile({ $ref: key })
  compiled.set(key, validate)
  return validate(body) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message ?? ''} ${JSON.stringify(one.params)}`)
}
