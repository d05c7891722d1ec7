import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import autocannon from 'autocannon'

import { type Bench, median, medianRatio, type Row } from './measuring/row.js'
import { signedBody } from './webhook-body.js'

const ROUNDS = 13
const WEBHOOKS = 3_000
/** Number of rounds that do not count. */
const WARM_UP = 4
const CONNECTIONS = 50
/**
 * Number of different webhook bodies. The dispatcher remembers fewer updates, so it handles every
 * webhook as new.
 */
const BODIES = 1000

const KINDS = [
  'bare',
  'node',
  'fastify-bare',
  'fastify',
  'express-bare',
  'express',
  'nest-express',
  'nest-fastify',
] as const

interface Receiver {
  readonly process: ChildProcess
  readonly port: number
}

async function start(kind: string): Promise<Receiver> {
  const file = fileURLToPath(import.meta.url).replace('webhook.bench', 'webhook-server')
  const child = fork(file, [kind])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }] // safe cast: the first message of the server is its port
  return { process: child, port }
}

async function cpuOf({ process: child }: Receiver): Promise<number> {
  child.send('cpu')
  const [{ cpu }] = (await once(child, 'message')) as [{ cpu: number }] // safe cast: the server answers with its CPU time
  return cpu
}

/** Returns the microseconds of the server's CPU time per webhook. */
async function cpuPerWebhook(receiver: Receiver): Promise<number> {
  const requests = Array.from({ length: BODIES }, (_, index) => {
    const { body, signature } = signedBody(index)
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
    return { method: 'POST' as const, path: '/social/webhooks/pushing', headers, body }
  })
  const before = await cpuOf(receiver)
  const result = await autocannon({
    url: `http://127.0.0.1:${receiver.port}`,
    connections: CONNECTIONS,
    amount: WEBHOOKS,
    requests,
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} webhooks were refused, ${result.errors} failed.`)
  return ((await cpuOf(receiver)) - before) / result['2xx']
}

/**
 * Measures a webhook of 1 KiB that is verified, parsed, mapped to an update and dispatched. The
 * reference is node:http with an HMAC check.
 */
export const bench: Bench = {
  name: 'Webhook of 1 KiB, 50 connections',
  async run(): Promise<readonly Row[]> {
    const receivers = await Promise.all(KINDS.map(start))
    const times = new Map<string, number[]>(KINDS.map((kind) => [kind, []]))
    for (let round = -WARM_UP; round < ROUNDS; round += 1)
      for (const [index, receiver] of receivers.entries()) {
        const time = await cpuPerWebhook(receiver)
        if (round >= 0) times.get(KINDS[index] ?? '')?.push(time)
      }
    for (const { process: child } of receivers) child.disconnect()

    const timesOf = (kind: (typeof KINDS)[number]) => times.get(kind) ?? []
    const reference = { name: 'node:http + HMAC', value: median(timesOf('bare')) }
    const row = (what: string, kind: (typeof KINDS)[number]) => ({
      what,
      value: median(timesOf(kind)),
      unit: 'µs CPU',
      reference,
      ratio: medianRatio(timesOf(kind), timesOf('bare')),
    })
    const comparedWithRoute = (what: string, kind: 'fastify' | 'express') => ({
      ...row(what, kind),
      reference: { name: 'a bare route of it + HMAC', value: median(timesOf(`${kind}-bare`)) },
      ratio: medianRatio(timesOf(kind), timesOf(`${kind}-bare`)),
    })
    return [
      { ...row('node handler', 'node'), budget: { max: 1.3 } },
      { ...row('@social/fastify', 'fastify'), budget: { max: 1.5 } },
      { ...row('@social/express', 'express'), budget: { max: 1.6 } },
      row('@social/nestjs on Express', 'nest-express'),
      row('@social/nestjs on Fastify', 'nest-fastify'),
      row('fastify route with an HMAC alone', 'fastify-bare'),
      row('express route with express.raw and an HMAC alone', 'express-bare'),
      comparedWithRoute('@social/fastify', 'fastify'),
      comparedWithRoute('@social/express', 'express'),
    ]
  },
}
