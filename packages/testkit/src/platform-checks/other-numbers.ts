import type { TransportResponse } from '@social/core/platform'

/** Increases every integer in a JSON reply by one, to simulate the reply for another account. */
export function withOtherNumbers(response: TransportResponse): TransportResponse {
  if (!/[/+]json\b/i.test(response.headers['content-type'] ?? '')) return response
  const json = JSON.stringify(JSON.parse(Buffer.from(response.body).toString()), (_name, value: unknown) =>
    typeof value === 'number' && Number.isSafeInteger(value) ? value + 1 : value,
  )
  return { ...response, body: Buffer.from(json) }
}
