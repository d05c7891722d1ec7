import { HttpRequestInterceptor } from '@mswjs/interceptors/http'
import { type AnyHandler, http, passthrough } from 'msw'
import { defineNetwork, InterceptorSource } from 'msw/experimental'

export interface Network {
  listen(): void
  close(): void
  use(...handlers: AnyHandler[]): void
  resetHandlers(...handlers: AnyHandler[]): void
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])
const loopback = http.all(({ request }) => LOOPBACK.has(new URL(request.url).hostname), passthrough)

/**
 * Works like msw's setupServer, but intercepts sockets. It therefore also covers the `undici`
 * package, while setupServer covers only node:http and the global fetch. Requests to loopback
 * pass. Every other request without a handler is an error.
 */
export function setupNetwork(...handlers: AnyHandler[]): Network {
  const network = defineNetwork({
    sources: [new InterceptorSource({ interceptors: [new HttpRequestInterceptor()] })],
    handlers: [...handlers, loopback],
    onUnhandledFrame: 'error',
    context: { quiet: true },
  })
  return {
    listen: () => {
      network.enable()
    },
    close: () => {
      network.disable()
    },
    use: (...next) => network.use(...next),
    resetHandlers: (...next) => network.resetHandlers(...next),
  }
}
