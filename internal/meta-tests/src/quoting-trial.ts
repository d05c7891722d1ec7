import { inspect } from 'node:util'

import { SocialBaseError, type SocialClient } from '@social/core'
import type { FaultEffect } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import type { onGraph } from './on-graph.js'

/** Running emulated network, and a client for the network. */
interface Opened
  extends
    Pick<Awaited<ReturnType<typeof onGraph>>, 'approved' | 'appSecret' | 'faults' | 'storage'>,
    AsyncDisposable {
  readonly client: Pick<SocialClient, 'startLogin' | 'finishLogin'>
}

/** Network of Meta, with its requests that could leak a secret. */
interface Quoting<At extends Opened> {
  /** Name of the network in the test titles, such as `a Facebook`. */
  readonly named: string
  readonly platform: string
  /** Pattern that matches the start of the network's tokens. */
  readonly token: RegExp
  /** Starts the network. Its clients make only one attempt for each request. */
  open(): Promise<At>
  /** Approves the sign-in as the person, and returns the redirect. */
  approve(at: At, url: string): { readonly location: string | null }
  /**
   * Signs in. @returns The id of the connection, and a function for every request that the package
   * sends.
   */
  asks(at: At): Promise<{ readonly id: string; readonly asks: readonly (() => Promise<unknown>)[] }>
  /**
   * Paths of the sign-in, each with the kind of secret that it receives. A response can contain
   * only a received secret.
   */
  readonly signIn: readonly (readonly [path: string, sent: 'CODE' | 'SECRET' | 'TOKEN'])[]
}

/** Returns an error as it appears when it is printed, logged or stored. */
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

/** Creates an error response that repeats the given secrets in every text field. */
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

/**
 * Defines tests in which the network repeats received secrets in error responses. No error of the
 * library may contain a secret.
 */
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
      // A response repeats only the secrets that its path received.
      for (const secret of { CODE: [code, at.appSecret], SECRET: [at.appSecret], TOKEN: [] }[sent])
        expect(text).not.toContain(secret)
      expect(text).not.toMatch(begins)
    })
  })
}
