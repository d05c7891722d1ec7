import { readSmallBody } from '../framework/body.js'
import { invalidRequest, XrpcRefusal } from './refusals.js'

/** Fields of a JSON body. */
export type Input = Readonly<Record<string, unknown>>

/** True for an object with fields. */
export function isInput(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The biggest JSON body: that of a record. */
const BIGGEST_BODY = 1_000_000

/** Reads a JSON body. Anything else is refused as the server does. */
export async function readJson(request: Request): Promise<Input> {
  const type = request.headers.get('content-type') ?? ''
  if (request.body === null) throw invalidRequest('A request body is expected but none was provided')
  if (!type.startsWith('application/json'))
    throw invalidRequest(`Wrong request encoding (Content-Type): ${type || 'none'}`)
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(await readSmallBody(request, BIGGEST_BODY)))
    if (isInput(value)) return value
  } catch (error) {
    if (error instanceof RangeError) throw new XrpcRefusal(413, 'PayloadTooLarge', 'request entity too large')
  }
  throw invalidRequest('Input must be an object')
}

/** A call that takes nothing refuses any body, an empty object included. */
export async function refuseBody(request: Request): Promise<void> {
  const hasType = request.headers.has('content-type')
  const length = request.body === null ? 0 : (await readSmallBody(request)).byteLength
  if (length > 0 || hasType) throw invalidRequest('A request body was provided when none was expected')
}

/** A text field that must be there. */
export function needText(input: Input, name: string): string {
  const value = input[name]
  if (typeof value === 'string' && value !== '') return value
  throw invalidRequest(`Input must have the property "${name}"`)
}

/** A text, or nothing. */
export const textOr = (value: unknown, otherwise: string): string =>
  typeof value === 'string' ? value : otherwise

/** A query parameter that must be there. */
export function needParam(url: URL, name: string): string {
  const value = url.searchParams.get(name)
  if (value !== null && value !== '') return value
  throw invalidRequest(`Error: Params must have the property "${name}"`)
}

/** A number of the query, within its range. */
export function numberParam(
  url: URL,
  name: string,
  range: { readonly usual: number; readonly least: number; readonly most: number },
): number {
  const text = url.searchParams.get(name)
  if (text === null) return range.usual
  const value = Number(text)
  if (!Number.isInteger(value)) throw invalidRequest(`Error: ${name} must be an integer`)
  if (value > range.most) throw invalidRequest(`Error: ${name} can not be greater than ${range.most}`)
  if (value < range.least) throw invalidRequest(`Error: ${name} can not be less than ${range.least}`)
  return value
}
