import { readSmallBody } from '../../framework/bodies/body.js'
import { invalid } from './refusals.js'

/** A JSON object whose fields are not checked yet. */
export type Input = Readonly<Record<string, unknown>>

/**
 * Function that checks a value. Returns the problem in the wording of a JSON Schema validator, or
 * null for a valid value.
 */
export type Check = (value: unknown) => string | null

/** Maximum size of a JSON body in bytes: five pictures of 20 MB in base64, with a margin. */
const MAX_BODY = 150_000_000

/**
 * Reads a JSON object from the body.
 * @throws Refusal for any other body.
 */
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

/** Returns true for an object that is not an array. */
export function isInput(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Creates a check for a string. Limits are in Unicode code points, as in JSON Schema. */
export function text(limits: { readonly min?: number; readonly max?: number } = {}): Check {
  return (value) => {
    if (typeof value !== 'string') return `${JSON.stringify(value)} is not of type 'string'`
    const length = Array.from(value).length
    if (limits.max !== undefined && length > limits.max) return `constraint: maxLength=${limits.max}`
    return length < (limits.min ?? 0) ? `constraint: minLength=${limits.min}` : null
  }
}

/** Creates a check for a string that matches a regular expression. */
export const pattern =
  (expression: RegExp): Check =>
  (value) =>
    typeof value === 'string' && expression.test(value)
      ? null
      : `value '${String(value).slice(0, 100)}' must match the pattern: ${expression.source}`

/** Checks that a value is an id, which contains only digits. */
export const digits: Check = pattern(/^\d+$/)

/** Creates a check for one of these values. */
export const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(String(value)) ? null : `${JSON.stringify(value)} is not one of ${JSON.stringify(values)}`

/** Checks that a value is a non-negative integer. */
export const count: Check = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? null : `constraint: minimum=0`

/** Checks that a value is a boolean. */
export const boolean: Check = (value) =>
  typeof value === 'boolean' ? null : `${JSON.stringify(value)} is not of type 'boolean'`

/** Creates a check that accepts null in addition to the values of `check`. */
export const nullable =
  (check: Check): Check =>
  (value) =>
    value === null ? null : check(value)

/**
 * Checks every field of an object.
 * @throws Refusal for an invalid, unknown or missing field.
 */
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

/** Returns a string unchanged, and null for any other value. */
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
