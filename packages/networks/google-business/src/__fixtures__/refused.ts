import { readError } from '../errors/index.js'

const NOW = new Date('2026-11-22T12:00:00Z')

/** A place of somebody. */
export const LOCATION = '/v4/accounts/1/locations/2'

/** What was asked, and with which status it was refused. */
export interface Asked {
  readonly status?: number
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path?: string
}

/** What an answer becomes. */
export function read(
  body: unknown,
  { status = 400, method = 'GET', path = `${LOCATION}/media` }: Asked = {},
) {
  const url = `https://mybusiness.googleapis.com${path}`
  return readError({ status, headers: {}, body }, { method, url, headers: {}, body: null }, NOW)
}

/** What an error of the API becomes. */
export const refused = (error: object, asked: Asked = {}) =>
  read({ error: { code: 400, message: 'As it said.', ...error } }, asked)

/** Details that name a reason. */
export const reason = (name: string, metadata: object = {}) => ({
  status: 'INVALID_ARGUMENT',
  details: [{ '@type': 'ErrorInfo', reason: name, metadata }],
})
