import { readFileSync } from 'node:fs'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Method {
  readonly flatPath: string
  readonly httpMethod: string
  readonly response: Schema
}

interface Resource {
  readonly methods?: Readonly<Record<string, Method>>
  readonly resources?: Readonly<Record<string, Resource>>
}

interface Discovery extends Resource {
  readonly schemas: Readonly<Record<string, Schema>>
}

/**
 * Maps the first path segment of each service in the emulator to the name of the service's
 * Discovery document.
 */
const SERVICES = new Map([
  ['accountmanagement', 'mybusinessaccountmanagement'],
  ['businessinformation', 'mybusinessbusinessinformation'],
  ['verifications', 'mybusinessverifications'],
  ['notifications', 'mybusinessnotifications'],
  ['qanda', 'mybusinessqanda'],
  ['performance', 'businessprofileperformance'],
])

/** Returns the file path of the trimmed Discovery document of a service. */
export const documentPath = (service: string): string =>
  new URL(`google-discovery/${service}.json`, import.meta.url).pathname

const documents = new Map(
  [...SERVICES].map(([folder, service]) => [
    folder,
    JSON.parse(readFileSync(documentPath(service), 'utf8')) as Discovery, // safe cast: the file is Google's own Discovery document
  ]),
)

function methodsOf(resource: Resource): Method[] {
  return [
    ...Object.values(resource.methods ?? {}),
    ...Object.values(resource.resources ?? {}).flatMap((inner) => methodsOf(inner)),
  ]
}

/** Lists the differences between a value and its schema, each with the path of the value. */
function problems(document: Discovery, schema: Schema, value: unknown, path: string): string[] {
  const whole = schema.$ref === undefined ? schema : (document.schemas[schema.$ref] ?? {})
  if (whole.type === 'array')
    return Array.isArray(value)
      ? value.flatMap((one, at) => problems(document, whole.items ?? {}, one, `${path}[${at}]`))
      : [`${path} is no list`]
  if (whole.type === 'object') {
    if (typeof value !== 'object' || value === null) return [`${path} is no object`]
    return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
      const known = whole.properties?.[name]
      return known === undefined ? [`${path}.${name} is not known`] : problems(document, known, inner, `${path}.${name}`)
    })
  }
  const type = whole.type === 'integer' ? 'number' : whole.type
  if (type !== undefined && typeof value !== type) return [`${path} is no ${whole.type}`]
  if (whole.enum && !whole.enum.includes(String(value))) return [`${path} must not be ${String(value)}`]
  if (whole.format === 'google-datetime' && Number.isNaN(Date.parse(String(value)))) return [`${path} is no moment`]
  return []
}

/**
 * Lists the differences between a response and the Discovery document of its service. Returns null
 * for a path that belongs to no service.
 */
export function contractProblems(method: string, pathname: string, body: unknown): readonly string[] | null {
  const [, folder = '', ...rest] = pathname.split('/')
  const document = documents.get(folder)
  if (document === undefined) return null
  const path = rest.join('/')
  const found = methodsOf(document).find(
    ({ httpMethod, flatPath }) =>
      httpMethod === method && new RegExp(`^${flatPath.replaceAll(/\{\w+\}/g, '[^/:]+')}$`).test(path),
  )
  return found === undefined ? [`no such method: ${method} ${path}`] : problems(document, found.response, body, 'body')
}
