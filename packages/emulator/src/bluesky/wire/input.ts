import { readSmallBody } from '../../framework/bodies/body.js'
import { formatFits, type TextFormat } from '../lexicon/lexicon-formats.js'
import { type Check, LexiconProblem, object, refuseFractions, text } from '../lexicon/lexicon.js'
import { invalidRequest, XrpcRefusal } from './refusals.js'

/** Fields of a JSON body. */
export type Input = Readonly<Record<string, unknown>>

/** True if the value is an object. */
export function isInput(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Maximum size in bytes of a JSON body, equal to the maximum size of a record. */
const MAX_BODY = 1_000_000

const anything = object({})

function parseBody(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    // The real server also returns the message of its JSON parser.
    throw new XrpcRefusal(400, 'SyntaxError', error instanceof Error ? error.message : 'Unexpected token')
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  try {
    return await readSmallBody(request, MAX_BODY)
  } catch (error) {
    if (error instanceof RangeError) throw new XrpcRefusal(413, 'PayloadTooLarge', 'request entity too large')
    throw error
  }
}

/**
 * Reads a JSON body and checks it by the schema. Refuses bodies that are not JSON with the real
 * server's errors.
 */
export async function readJson(request: Request, schema: Check = anything): Promise<Input> {
  const type = request.headers.get('content-type')
  if (type === null) throw invalidRequest('Request encoding (Content-Type) required but not provided')
  if (request.body === null) throw invalidRequest('A request body is expected but none was provided')
  if (!type.startsWith('application/json'))
    throw invalidRequest(`Wrong request encoding (Content-Type): ${type}`)
  const value = parseBody(await readBytes(request))
  try {
    refuseFractions(value, '$')
    schema(value, '$')
  } catch (error) {
    if (error instanceof LexiconProblem) throw invalidRequest(error.message)
    throw error
  }
  return isInput(value) ? value : {}
}

/**
 * Refuses a request that has a body. Used for calls without input, where even an empty object is
 * an error.
 */
export async function refuseBody(request: Request): Promise<void> {
  const hasType = request.headers.has('content-type')
  const length = request.body === null ? 0 : (await readSmallBody(request)).byteLength
  if (length > 0 || hasType) throw invalidRequest('A request body was provided when none was expected')
}

/** Creates a check for required string fields with their formats. */
export function texts(formats: Readonly<Record<string, TextFormat | null>>): Check {
  return object(
    Object.fromEntries(
      Object.entries(formats).map(([name, format]) => [name, text(format === null ? {} : { format })]),
    ),
  )
}

/** Returns a string field of an input that a schema check accepted. */
export const textOf = (input: Input, name: string): string => textOr(input[name], '')

/** Returns the value if it is a string, otherwise the fallback. */
export const textOr = (value: unknown, otherwise: string): string =>
  typeof value === 'string' ? value : otherwise

/** Creates the error for invalid query parameters. */
export function invalidParams(url: URL, content: string): XrpcRefusal {
  return invalidRequest(`Invalid ${url.pathname.slice('/xrpc/'.length)} params: ${content}`)
}

/**
 * Returns a query parameter. Returns null if the parameter is missing or empty, as on the real
 * server.
 */
export function param(url: URL, name: string, format?: TextFormat): string | null {
  const value = url.searchParams.get(name)
  if (value === null || value === '') return null
  if (format !== undefined && !formatFits(format, value))
    throw invalidParams(url, `Invalid ${format} (got ${JSON.stringify(value)})`)
  return value
}

/**
 * Returns a required query parameter.
 *
 * @throws XrpcRefusal if the parameter is missing.
 */
export function assertParam(url: URL, name: string, format?: TextFormat): string {
  const value = param(url, name, format)
  if (value === null) throw invalidParams(url, `Missing required key "${name}"`)
  return value
}

/** Returns a boolean query parameter. A missing parameter is false. */
export function flagParam(url: URL, name: string): boolean {
  const value = param(url, name)
  if (value !== null && value !== 'true' && value !== 'false')
    throw invalidParams(url, `Expected boolean value type (got ${JSON.stringify(value)})`)
  return value === 'true'
}

/**
 * Creates the error for an invalid cursor. The real AppView fails with this error, and the PDS
 * forwards it.
 */
export const badCursor = (): XrpcRefusal =>
  new XrpcRefusal(502, 'InternalServerError', 'Internal Server Error')

/** Returns an integer query parameter that is within its range. */
export function numberParam(
  url: URL,
  name: string,
  range: { readonly defaultValue: number; readonly min: number; readonly max: number },
): number {
  const given = param(url, name)
  if (given === null) return range.defaultValue
  const value = Number(given)
  if (!Number.isInteger(value))
    throw invalidParams(url, `Expected integer value type (got ${JSON.stringify(given)})`)
  if (value > range.max) throw invalidParams(url, `integer too big (maximum ${range.max}, got ${value})`)
  if (value < range.min) throw invalidParams(url, `integer too small (minimum ${range.min}, got ${value})`)
  return value
}
