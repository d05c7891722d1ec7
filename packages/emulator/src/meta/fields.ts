import { badParameter } from './refusal.js'

/** One requested field: `comments.limit(0).summary(true){id,message}`. */
export interface FieldRequest {
  readonly name: string
  readonly args: Readonly<Record<string, string>>
  /** Null without braces. */
  readonly fields: readonly FieldRequest[] | null
}

/** Maximum depth of nested fields. Our choice. */
const MAX_DEPTH = 8
const TOKEN = /[a-z_0-9]+|[{}(),.]|[^{}(),.]+/gi

const syntaxError = (): Error =>
  badParameter('Syntax error in the fields parameter: "Expected end of string instead of something else."')

/** Parser of the `fields` parameter. */
class FieldReader {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(text: string) {
    this.#tokens = text.replaceAll(/\s/g, '').match(TOKEN) ?? []
  }

  #take(): string {
    this.#at += 1
    return this.#tokens[this.#at - 1] ?? ''
  }

  #takeIf(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false
    this.#at += 1
    return true
  }

  #expect(token: string): void {
    if (!this.#takeIf(token)) throw syntaxError()
  }

  #word(): string {
    const token = this.#take()
    if (!/^\w+$/.test(token)) throw syntaxError()
    return token
  }

  #field(depth: number): FieldRequest {
    const name = this.#word()
    const args: Record<string, string> = {}
    while (this.#takeIf('.')) {
      const modifier = this.#word()
      this.#expect('(')
      args[modifier] = this.#word()
      this.#expect(')')
    }
    if (!this.#takeIf('{')) return { name, args, fields: null }
    const fields = this.#list(depth + 1)
    this.#expect('}')
    return { name, args, fields }
  }

  #list(depth: number): FieldRequest[] {
    if (depth > MAX_DEPTH) throw syntaxError()
    const list = [this.#field(depth)]
    while (this.#takeIf(',')) list.push(this.#field(depth))
    return list
  }

  read(): FieldRequest[] {
    const list = this.#list(0)
    if (this.#at < this.#tokens.length) throw syntaxError()
    return list
  }
}

/** Parses the requested fields. Returns null if the call requested no fields. */
export const parseFields = (text: string | null): FieldRequest[] | null =>
  text === null || text === '' ? null : new FieldReader(text).read()

/** A kind of object, with a function that returns the value of each field. The value `undefined` omits a field. */
export interface NodeType<T> {
  /** Name of the kind in error messages, for example `Page`. */
  readonly name: string
  /** Fields that a call without a `fields` parameter returns. */
  readonly defaults: readonly string[]
  readonly fields: Readonly<Record<string, (value: T, request: FieldRequest) => unknown>>
}

/** Returns the requested fields and the id of an object. Refuses an unknown field. */
export function project<T>(
  type: NodeType<T>,
  value: T,
  requests: readonly FieldRequest[] | null,
): Record<string, unknown> {
  const requested = requests ?? type.defaults.map((name) => ({ name, args: {}, fields: null }))
  const written: Record<string, unknown> = {}
  for (const request of [...requested, { name: 'id', args: {}, fields: null }]) {
    const write = Object.hasOwn(type.fields, request.name) ? type.fields[request.name] : undefined
    if (write === undefined)
      throw badParameter(`Tried accessing nonexisting field (${request.name}) on node type (${type.name})`)
    const field = write(value, request)
    if (field !== undefined) written[request.name] = field
  }
  return written
}

/** Returns the requested parts of a plain object. Returns all parts if the request has no braces. */
export function pick(
  value: Readonly<Record<string, unknown>>,
  { fields }: FieldRequest,
): Readonly<Record<string, unknown>> {
  if (fields === null) return value
  return Object.fromEntries(
    fields.flatMap(({ name }) => (Object.hasOwn(value, name) ? [[name, value[name]]] : [])),
  )
}
