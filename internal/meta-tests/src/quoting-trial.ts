import { inspect } from 'node:util'

import { SocialBaseError, type SocialClient } from '@social/core'
import type { FaultEffect } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import type { onGraph } from './on-graph.js'

/** An opened network, and a client that speaks to it. */
interface Opened
  extends
    Pick<Awaited<ReturnType<typeof onGraph>>, 'approved' | 'appSecret' | 'faults' | 'storage'>,
    AsyncDisposable {
  readonly client: Pick<SocialClient, 'startLogin' | 'finishLogin'>
}

/** One network of Meta, and what may be asked of it. */
interface Quoting<At extends Opened> {
  /** As the sentence names it: `a Facebook`. */
  readonly named: string
  readonly platform: string
  /** How every token of it begins. */
  readonly token: RegExp
  /** Opens it, with clients that try once. */
  open(): Promise<At>
  /** The person answers at the network; where they are sent then. */
  approve(at: At, url: string): { readonly location: string | null }
  /** Signs in. @returns The connection's id, and everything the package can ask. */
  asks(at: At): Promise<{ readonly id: string; readonly asks: readonly (() => Promise<unknown>)[] }>
  /** The addresses of a sign-in, with what each is sent: of what it is not sent it can quote nothing. */
  readonly signIn: readonly (readonly [path: string, sent: 'CODE' | 'SECRET' | 'TOKEN'])[]
}

/** Everything of an error that can be printed, logged or stored. */
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
  throw new Error('It did not fail.')
}

/** A network that quotes what it was sent, wherever it has words. */
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

/** A network that quotes what it is sent makes no error that tells it. */
export function leaksNothing<At extends Opened>(network: Quoting<At>): void {
  const { named, platform, token: begins } = network

  describe.each([400, 401, 403, 500, 200])(`${named} that quotes what it is sent, with %i,`, (status) => {
    it('leaks nothing in an error, whatever is asked', async () => {
      await using at = await network.open()
      const { id, asks } = await network.asks(at)
      const { token } = (await at.storage.getConnection(id)) ?? {}
      if (token === undefined) throw new Error('nobody is signed in')
      at.faults.add({ ...quoting([token.accessToken, at.appSecret], status), count: 'all' })
      for (const ask of asks) expect(shown(await thrownBy(ask()))).not.toContain(token.accessToken)
    })

    it.each(network.signIn)(
      'leaks neither code nor secret nor token of a sign-in at %s',
      async (path, sent) => {
        await using at = await network.open()
        const { client } = at
        const { finish } = await at.approved(client, (url) => network.approve(at, url))
        const { code = 'no code' } = finish.callback
        at.faults.add({ ...quoting([code, at.appSecret], status), path, count: 'all' })
        const text = shown(await thrownBy(client.finishLogin(platform, finish)))
        // Each knows only what it was sent.
        for (const secret of { CODE: [code, at.appSecret], SECRET: [at.appSecret], TOKEN: [] }[sent])
          expect(text).not.toContain(secret)
        expect(text).not.toMatch(begins)
      },
    )
  })
}
