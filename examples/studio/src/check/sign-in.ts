import { strict as assert } from 'node:assert'

import type { SignInStep } from '../shared/accounts.js'
import type { OpenedPage } from './plain-browser.js'
import type { Visitor } from './visitor.js'

const JSON_PLEASE = { accept: 'application/json', 'content-type': 'application/json' }

/** Opens the sign-in page of a network. */
export async function openApproval(
  visitor: Visitor,
  network: string,
  host: string | null = null,
): Promise<OpenedPage> {
  const { url } = await visitor.ask<{ url: string }>('POST', '/api/accounts', { network, host })
  return visitor.browser.open(visitor.at(url))
}

/** Reads the account id from the URL that the network redirected to after the sign-in. */
export function connectedId({ url }: OpenedPage): string {
  const id = url.searchParams.get('connected')
  assert.ok(id !== null, `the callback returns to the page, not to ${url.href}`)
  return id
}

/** Reads the next sign-in question from the URL that the network redirected to. */
export function nextStep({ url }: OpenedPage): SignInStep {
  const step = new URLSearchParams(url.hash.slice(1)).get('step')
  assert.ok(step !== null, `the fragment of ${url.href} contains a step`)
  return JSON.parse(step) as SignInStep // safe cast: the studio's server writes this JSON
}

/**
 * Starts a sign-in with the request that the page's script sends. Returns the next sign-in step.
 */
export async function startByScript(visitor: Visitor, network: string): Promise<SignInStep> {
  const { url } = await visitor.ask<{ url: string }>('POST', '/api/accounts', { network, host: null })
  const { text } = await visitor.browser.open(visitor.at(url), { headers: JSON_PLEASE })
  return JSON.parse(text) as SignInStep // safe cast: the library's sign-in route returns this JSON
}

/** Sends sign-in answers with the request that the page's script sends. */
export async function answerByScript(
  visitor: Visitor,
  path: string,
  answers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly answer: SignInStep }> {
  const { status, text } = await visitor.browser.open(visitor.at(path), {
    method: 'POST',
    headers: JSON_PLEASE,
    body: JSON.stringify(answers),
  })
  return { status, answer: JSON.parse(text) as SignInStep } // safe cast: the library's sign-in route returns this JSON
}
