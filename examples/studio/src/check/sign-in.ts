import { strict as assert } from 'node:assert'

import { choicesOf, type OpenedPage } from './plain-browser.js'
import type { Visitor } from './visitor.js'

/** Opens the first page of a sign-in: the network's own page, or a form of the library. */
export async function openApproval(
  visitor: Visitor,
  network: string,
  host: string | null = null,
): Promise<OpenedPage> {
  const { url } = await visitor.ask<{ url: string }>('POST', '/api/accounts', { network, host })
  return visitor.browser.open(visitor.at(url))
}

/** Reads the account id from the URL of the studio to which a completed sign-in returns. */
export function connectedId({ url, text }: OpenedPage): string {
  const id = url.searchParams.get('connected')
  assert.ok(id !== null, `the sign-in returns to the studio, not to ${url.href}: ${text}`)
  return id
}

/** Selects the first account on the page of the library that lists several. Returns the account's id. */
export async function chooseFirst(visitor: Visitor, page: OpenedPage): Promise<string> {
  const [first] = choicesOf(page)
  assert.ok(first !== undefined, `${page.url.href} lists accounts`)
  return connectedId(await visitor.browser.submit(page, { account_id: first.value }))
}
