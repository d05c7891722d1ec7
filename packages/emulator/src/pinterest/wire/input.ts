import { readSmallBody } from '../../framework/bodies/body.js'
import { invalid } from './refusals.js'

/** Fields of a JSON body. */
export type Input = Readonly<Record<string, unknown>>

/** What is wrong with a value, in the words of a JSON Schema checker; null for nothing. */
export type Check = (value: unknown) => string | null

/** The biggest JSON body: five pictures of 20 MB in base64, and a little. */
const MAX_BODY = 150_000_000

/** Reads a JSON object; anything else is refused. */
export async function readJson(request: Request): Promise<Input> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) throw invalid()
  let value: unknown = null
  try {
    value = JSON.parse(new TextDecoder().decode(await readSmallBody(request, MAX_BODY)))
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
  }
  if (!isInput(value)) throw invalid()
  return value
}

/** True for an object with fields. */
export function isInput(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text of so many code points, which is how JSON Schema counts. */
export function text(limits: { readonly least?: number; readonly most?: number } = {}): Check {
  return (value) => {
    if (typeof value !== 'string') return `${JSON.stringify(value)} is not of type 'string'`
    const length = Array.from(value).length
    if (limits.most !== undefined && length > limits.most) return `constraint: maxLength=${limits.most}`
    return length < (limits.least ?? 0) ? `constraint: minLength=${limits.least}` : null
  }
}

/** A text that fits an expression. */
export const pattern =
  (expression: RegExp): Check =>
  (value) =>
    typeof value === 'string' && expression.test(value)
      ? null
      : `value '${String(value).slice(0, 100)}' must match the pattern: ${expression.source}`

/** An id: digits. */
export const digits: Check = pattern(/^\d+$/)

/** One of a list. */
export const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(String(value)) ? null : `${JSON.stringify(value)} is not one of ${JSON.stringify(values)}`

/** A whole number that is not negative. */
export const count: Check = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? null : `constraint: minimum=0`

/** True or false. */
export const boolean: Check = (value) =>
  typeof value === 'boolean' ? null : `${JSON.stringify(value)} is not of type 'boolean'`

/** The same, or null. */
export const nullable =
  (check: Check): Check =>
  (value) =>
    value === null ? null : check(value)

/** Checks every field; names that are not in the list, and those that are missing, are refused. */
export function checkFields(
  input: Input,
  fields: Readonly<Record<string, Check>>,
  required: readonly string[] = [],
): void {
  for (const name of required)
    if (input[name] === undefined) throw invalid(`'${name}' is a required property`)
  for (const [name, value] of Object.entries(input)) {
    const check = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (check === undefined)
      throw invalid(`Additional properties are not allowed ('${name.slice(0, 100)}' was unexpected)`)
    const problem = check(value)
    if (problem !== null) throw invalid(`'${name}' ${problem}`)
  }
}

/** A text that was checked before, or null. */
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
