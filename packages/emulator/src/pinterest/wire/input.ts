import { readSmallBody } from '../../framework/bodies/body.js'
import { invalid } from './refusals.js'

/** Fields of a JSON body. */
export type Input = Readonly<Record<string, unknown>>

/** Problem of a value, in the text of a JSON Schema validator. Null if it is valid. */
export type Check = (value: unknown) => string | null

/** Maximum size of a JSON body: five pictures of 20 MB in base64, and some more. */
const MAX_BODY = 150_000_000

/** Reads a JSON object. Any other body is refused. */
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

/** True for an object. */
export function isInput(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Check for a string with a length in code points, as JSON Schema counts. */
export function text(limits: { readonly min?: number; readonly max?: number } = {}): Check {
  return (value) => {
    if (typeof value !== 'string') return `${JSON.stringify(value)} is not of type 'string'`
    const length = Array.from(value).length
    if (limits.max !== undefined && length > limits.max) return `constraint: maxLength=${limits.max}`
    return length < (limits.min ?? 0) ? `constraint: minLength=${limits.min}` : null
  }
}

/** Check for a string that matches a regular expression. */
export const pattern =
  (expression: RegExp): Check =>
  (value) =>
    typeof value === 'string' && expression.test(value)
      ? null
      : `value '${String(value).slice(0, 100)}' must match the pattern: ${expression.source}`

/** Check for an id: digits. */
export const digits: Check = pattern(/^\d+$/)

/** Check for a value of a list. */
export const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(String(value)) ? null : `${JSON.stringify(value)} is not one of ${JSON.stringify(values)}`

/** Check for a non-negative integer. */
export const count: Check = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? null : `constraint: minimum=0`

/** Check for a boolean. */
export const boolean: Check = (value) =>
  typeof value === 'boolean' ? null : `${JSON.stringify(value)} is not of type 'boolean'`

/** Check that also accepts null. */
export const nullable =
  (check: Check): Check =>
  (value) =>
    value === null ? null : check(value)

/** Checks every field. Refuses unknown and missing names. */
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

/** Checked string, or null. */
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
