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
 * Corrects the generated schema where it contradicts the documentation and real servers. The
 * schema generator caused each difference.
 */
function correct(contract: Contract): Contract {
  const { schemas } = contract.components
  const properties = (name: string): Record<string, Json> => schemas[name]?.properties ?? {}
  // The schemas Quote and ShallowQuote require the same single field. Every quote matches both
  // schemas, so `anyOf` replaces `oneOf`.
  const status = properties('Status')
  status['quote'] = { anyOf: status['quote']?.['oneOf'] }
  // The example in Mastodon's documentation contains `null` for every parameter that the client did
  // not send.
  const params = properties('ScheduledStatus')['params'] as { properties: Json; required: string[] }
  params.required = ['text']
  params.properties['visibility'] = { type: ['string', 'null'] }
  // The documentation allows null for this field: "Hash, or null when there is no policy". The
  // generated enumeration lacks null.
  params.properties['quote_approval_policy'] = { type: ['string', 'null'] }
  // The schema requires `account`, but notifications of some types have no account.
  const notification = schemas['Notification']
  if (notification) notification.required = notification.required.filter((name) => name !== 'account')
  // The generator adds `details` to every 422 response without an example. Servers return `details`
  // only for account registration.
  const validation = schemas['ValidationError']
  if (validation) validation.required = ['error']
  // Removes `$ref` from fields that also have a `type`, because real servers return values that the
  // referenced schemas do not list.
  for (const name of ['Status', 'Notification', 'MediaAttachment', 'Account'])
    for (const one of Object.values(properties(name))) if (one['type'] !== undefined) delete one['$ref']
  return contract
}

const contract = correct(JSON.parse(readFileSync(file, 'utf8')) as Contract) // safe cast: the file is the trimmed schema next to this module
const ajv = new Ajv2020({ strict: false, allErrors: true })
// safe cast: `ajv-formats` is a CommonJS module, so the imported value is the function or has the
// function as `default`.
const addFormats = addFormatsModule as unknown as { default?: (to: Ajv2020) => void } & ((to: Ajv2020) => void)
;(addFormats.default ?? addFormats)(ajv)
ajv.addFormat('iso-639-1', /^[a-z]{2,3}$/)
ajv.addSchema({ ...contract, $id: 'contract' })

const compiled = new Map<string, ValidateFunction>()
const checked = new Set<string>()

/** Lists every checked response as `METHOD /path status`. */
export const checkedAnswers: ReadonlySet<string> = checked

/** Lists the routes of the schema in the form `GET /api/v1/statuses/:id`. */
export const contractRoutes: readonly string[] = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
)

function findPath(path: string): string | undefined {
  return Object.keys(contract.paths).find((one) => one === path) ?? Object.keys(contract.paths).find((one) =>
    pathExpression(one.replace(/\{(\w+)\}/g, ':$1')).test(path),
  )
}

/**
 * Lists the differences between a response and its schema. Returns an empty list if the schema
 * does not define the response.
 */
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
