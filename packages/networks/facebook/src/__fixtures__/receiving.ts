import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Dispatcher, InMemorySeenUpdates, type Update } from '@social/core'
import { Routes, type RoutesOptions, toNodeHandler } from '@social/core/routes'

import { type AtEmulatorOptions, usingEmulator } from './at-emulator.js'

/** Options of the webhook routes. */
export interface ReceivingOptions {
  readonly at?: AtEmulatorOptions
  readonly routes?: Partial<RoutesOptions>
}

/** Starts the webhook routes in a real server, to which the emulated Facebook pushes. */
export async function receiving({ at: options, routes: more }: ReceivingOptions = {}) {
  const at = await usingEmulator(options)
  const seen = new InMemorySeenUpdates()
  const dispatcher = new Dispatcher({ seen, clock: at.clock })
  const handled: Update[] = []
  dispatcher.onAny((update) => void handled.push(update))
  const routes = new Routes(at.client, {
    redirectUri: 'https://tunnel.example/social/callback/{platform}',
    secrets: { facebook: at.appSecret },
    setupTokens: { facebook: 'a text of our own' },
    deliver: (update) => dispatcher.deliver(update),
    ...more,
  })
  const server = createServer(toNodeHandler(routes, { onError: () => undefined }))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // safe cast: a server that listens on TCP has an `AddressInfo`
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const webhook = `${origin}${routes.prefix}/webhooks/facebook`
  at.people.setApp({ deauthorizeUrl: `${webhook}/deauthorize`, deletionUrl: `${webhook}/data-deletion` })
  return {
    at,
    dispatcher,
    handled,
    origin,
    prefix: routes.prefix,
    webhook,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await at[Symbol.asyncDispose]()
    },
  }
}
