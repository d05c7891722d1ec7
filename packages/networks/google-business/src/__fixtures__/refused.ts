import { readError } from '../errors/index.js'

const NOW = new Date('2026-11-22T12:00:00Z')

/** Path of a location. */
export const LOCATION = '/v4/accounts/1/locations/2'

/** Request and HTTP status of an error response. */
export interface Asked {
  readonly status?: number
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path?: string
}

/** Returns the error of the library for a response. */
export function read(
  body: unknown,
  { status = 400, method = 'GET', path = `${LOCATION}/media` }: Asked = {},
) {
  const url = `https://mybusiness.googleapis.com${path}`
  return readError({ status, headers: {}, body }, { method, url, headers: {}, body: null }, NOW)
}

/** Returns the error of the library for an API error body. */
export const refused = (error: object, asked: Asked = {}) =>
  read({ error: { code: 400, message: 'As it said.', ...error } }, asked)

/** Builds error details with Google's reason. */
export const reason = (name: string, metadata: object = {}) => ({
  status: 'INVALID_ARGUMENT',
  details: [{ '@type': 'ErrorInfo', reason: name, metadata }],
})
