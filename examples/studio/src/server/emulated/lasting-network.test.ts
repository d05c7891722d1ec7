import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { samplePng } from '@social/emulator'
import { afterEach, describe, expect, it } from 'vitest'

import { freePort } from '../../check/free-port.js'
import { NETWORK_PORTS, startNetworks } from './emulator.js'
import { FrozenClock } from './lasting-network.js'

const folders: string[] = []

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lasting-'))
  folders.push(folder)
  return folder
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function withNetworks<T>(
  folder: string,
  port: number,
  work: (networks: Awaited<ReturnType<typeof startNetworks>>) => Promise<T>,
): Promise<T> {
  const networks = await startNetworks({
    dataFolder: folder,
    port,
    webhookUrlOf: () => 'http://127.0.0.1:9/nowhere',
    fetch: () => Promise.resolve(new Response(null, { status: 404 })),
  })
  try {
    return await work(networks)
  } finally {
    await networks.close()
  }
}

describe('a frozen clock', () => {
  it('returns the same time during an operation, and the time of day to later timers', async () => {
    const clock = new FrozenClock()
    const then = new Date('2026-01-01T00:00:00Z')
    const later = Promise.withResolvers<Date>()

    const during = await clock.at(then, async () => {
      await Promise.resolve()
      setImmediate(() => later.resolve(clock.now()))
      return clock.now()
    })

    expect(during).toEqual(then)
    expect((await later.promise).getTime()).toBeGreaterThan(then.getTime())
  })
})

describe('a persistent emulated network', () => {
  it('restores tokens, files, posts and actions of people after a restart', async () => {
    const [folder, port] = [aFolder(), await freePort(NETWORK_PORTS)]
    const { token, before } = await withNetworks(folder, port, async (networks) => {
      const { accessToken } = networks.control.mastodon.signIn({ person: 'ada' })
      const url = networks.url('mastodon')
      const headers = { authorization: `Bearer ${accessToken}`, connection: 'close' }
      const form = new FormData()
      form.set('file', new Blob([samplePng()], { type: 'image/png' }), 'a.png')
      form.set('description', 'A square')
      const media = await fetch(`${url}/api/v2/media`, { method: 'POST', headers, body: form })
      const { id: mediaId } = (await media.json()) as { id: string } // safe cast: the emulated server returns the id of the uploaded file
      const body = new URLSearchParams({ status: 'Hello', 'media_ids[]': mediaId })
      const posted = await fetch(`${url}/api/v1/statuses`, { method: 'POST', headers, body })
      const { id } = (await posted.json()) as { id: string } // safe cast: the emulated server returns the id of the new post
      networks.control.mastodon.comment({ by: 'bea', on: id, text: 'Hi' })
      return { token: accessToken, before: networks.control.mastodon.state() }
    })

    await withNetworks(folder, port, async (networks) => {
      const reply = await fetch(`${networks.url('mastodon')}/api/v1/notifications`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(reply.status).toBe(200)
      expect(networks.control.mastodon.state()).toEqual(before)
    })
  })

  it('starts empty without a journal', async () => {
    await withNetworks(aFolder(), await freePort(NETWORK_PORTS), async (networks) => {
      expect(networks.control.mastodon.state().statuses).toEqual([])
    })
  })
})
