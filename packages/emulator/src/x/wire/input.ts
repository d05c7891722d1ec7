import { readSmallBody } from '../../framework/bodies/body.js'
import { invalid } from './problems.js'

/** Fields of a JSON body. */
export type Input = Readonly<Record<string, unknown>>

/** True when a value is as it should be. */
export type Check = (value: unknown) => boolean

/** True for an object with fields. */
export function isInput(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a JSON object; anything else is refused. */
export async function readJson(request: Request, limit = 1_048_576): Promise<Input> {
  let value: unknown = null
  try {
    value = JSON.parse(new TextDecoder().decode(await readSmallBody(request, limit)))
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
  }
  const isJson = /^application\/json\b/i.test(request.headers.get('content-type') ?? '')
  if (!isJson || !isInput(value))
    throw invalid('Requests with bodies must have content-type of application/json and be a JSON object.')
  return value
}

/** Any text. */
export const isText: Check = (value) => typeof value === 'string'
/** True or false. */
export const isBoolean: Check = (value) => typeof value === 'boolean'
/** 1 to 19 digits. */
export const isId: Check = (value) => typeof value === 'string' && /^[0-9]{1,19}$/.test(value)
/** One of a list. */
export const isOneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && values.includes(value)
/** A whole number within a range. */
export const isWhole =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
/** So many of something, none twice. */
export const isList =
  (check: Check, least: number, most: number): Check =>
  (value) =>
    Array.isArray(value) && value.length >= least && value.length <= most && value.every(check)

/** What is wrong with a body: the first field that is unknown or wrong; null for nothing. */
function problemOf(input: Input, fields: Readonly<Record<string, Check>>, at = '$'): string | null {
  for (const [name, value] of Object.entries(input)) {
    const check = Object.hasOwn(fields, name) ? fields[name] : undefined
    const shown = `${at}.${name.slice(0, 100)}`
    if (check === undefined)
      return `${shown}: is not defined in the schema and the schema does not allow additional properties`
    if (!check(value)) return `${shown}: does not match the schema`
  }
  return null
}

/** An object with these fields and no others. */
export const isObject =
  (fields: Readonly<Record<string, Check>>, required: readonly string[] = []): Check =>
  (value) =>
    isInput(value) && problemOf(value, fields) === null && required.every((name) => value[name] !== undefined)

/** Refuses a body with a field that is unknown, wrong or missing. */
export function checkBody(
  input: Input,
  fields: Readonly<Record<string, Check>>,
  required: readonly string[] = [],
): void {
  const problem = problemOf(input, fields)
  if (problem !== null) throw invalid(problem)
  for (const name of required)
    if (input[name] === undefined) throw invalid(`$.${name}: is missing but it is required`)
}

/** A text that was checked before, or null. */
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Texts that were checked before; none where there is no list. */
export const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
