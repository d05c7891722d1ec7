import { inspect } from 'node:util'

import { SocialBaseError, type SocialClient } from '@social/core'
import type { FaultEffect } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import type { onGraph } from './on-graph.js'

/** A started network and a client that uses it. */
interface Opened
  extends
    Pick<Awaited<ReturnType<typeof onGraph>>, 'approved' | 'appSecret' | 'faults' | 'storage'>,
    AsyncDisposable {
  readonly client: Pick<SocialClient, 'startLogin' | 'finishLogin'>
}

/** One network of Meta and its requests. */
interface Quoting<At extends Opened> {
  /** Subject of the test titles: `a Facebook`. */
  readonly named: string
  readonly platform: string
  /** Pattern of the start of its tokens. */
  readonly token: RegExp
  /** Starts the network, with clients that make one attempt. */
  open(): Promise<At>
  /** Answers at the network for the person, and returns the redirect. */
  approve(at: At, url: string): { readonly location: string | null }
  /** Signs in. @returns The connection's id, and every request of the package. */
  asks(at: At): Promise<{ readonly id: string; readonly asks: readonly (() => Promise<unknown>)[] }>
  /** Paths of the sign-in and the secrets that each receives. A response can quote only these. */
  readonly signIn: readonly (readonly [path: string, sent: 'CODE' | 'SECRET' | 'TOKEN'])[]
}

/** Printable, logged and stored forms of an error. */
function shown(error: unknown): string {
  const more = SocialBaseError.is(error) ? JSON.stringify(error.raw) : ''
  return `${inspect(error, { depth: 9 })} ${JSON.stringify(error)} ${String(error)} ${more}`
}

async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('Expected a rejection.')
}

/** Response of a network that quotes received secrets in every text field. */
function quoting(secrets: readonly string[], status: number): FaultEffect {
  const message = `You sent ${secrets.join(' and ')}.`
  const error = {
    message,
    type: message,
    code: 100,
    error_user_title: message,
    error_user_msg: message,
    error_data: { start_offset: message },
  }
  const body = { error, debug_info: { message, type: message }, status: message }
  return { fault: 'status', status, body, headers: { 'x-quoted': message } }
}

/** Expects that no error contains a secret that the network repeats in its response. */
export function leaksNothing<At extends Opened>(network: Quoting<At>): void {
  const { named, platform, token: begins } = network

  describe.each([400, 401, 403, 500, 200])(`${named} that quotes what it is sent, with %i,`, (status) => {
    it('leaks nothing in an error of any request', async () => {
      await using at = await network.open()
      const { id, asks } = await network.asks(at)
      const { token } = (await at.storage.getConnection(id)) ?? {}
      if (token === undefined) throw new Error('No connection is stored.')
      at.faults.add({ ...quoting([token.accessToken, at.appSecret], status), count: 'all' })
      for (const ask of asks) expect(shown(await thrownBy(ask()))).not.toContain(token.accessToken)
    })

    it.each(network.signIn)('leaks no code, secret or token of a sign-in at %s', async (path, sent) => {
      await using at = await network.open()
      const { client } = at
      const { finish } = await at.approved(client, (url) => network.approve(at, url))
      const { code = 'no code' } = finish.callback
      at.faults.add({ ...quoting([code, at.appSecret], status), path, count: 'all' })
      const text = shown(await thrownBy(client.finishLogin(platform, finish)))
      // Each path knows only the secrets that it received.
      for (const secret of { CODE: [code, at.appSecret], SECRET: [at.appSecret], TOKEN: [] }[sent])
        expect(text).not.toContain(secret)
      expect(text).not.toMatch(begins)
    })
  })
}
