import { createHmac } from 'node:crypto'

/** Secret of the benchmark's webhook signatures. */
export const SECRET = 'a-webhook-secret-of-some-length'

const BODY_BYTES = 1024

/** Returns a webhook body of exactly 1 KiB, and its signature header. */
export function signedBody(index: number): { readonly body: string; readonly signature: string } {
  const change = {
    id: `change-${index}`,
    account: '42',
    time: 1_780_000_000_000 + index,
    verb: 'add',
    text: '',
  }
  const text = 'lorem ipsum '.repeat(100).slice(0, BODY_BYTES - JSON.stringify(change).length)
  const body = JSON.stringify({ ...change, text })
  return { body, signature: `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}` }
}
