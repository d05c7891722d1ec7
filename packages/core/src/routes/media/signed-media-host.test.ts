import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ConfigError, InvalidPostError } from '../../errors/index.js'
import { ManualClock } from '../../events/__fixtures__/manual-clock.js'
import { Media } from '../../media/index.js'
import { aRequest } from '../__fixtures__/browser.js'
import type { Reply } from '../reply.js'
import { SignedMediaHost } from './signed-media-host.js'

const key = 'k'.repeat(32)
const baseUrl = 'https://app.example/social/'
const lifetime = { lifetimeSeconds: 60 }
const picture = Buffer.from(Array.from({ length: 600_000 }, (_, index) => index % 251))

let folder = ''
let file = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'social-media-'))
  file = join(folder, 'launch.jpg')
  await writeFile(file, picture)
})
afterAll(() => rm(folder, { recursive: true }))

function aHost() {
  const clock = new ManualClock()
  const host = new SignedMediaHost({ baseUrl, key, clock, folder })
  const fetch = (url: string, headers: Record<string, string> = {}, method = 'GET') => {
    const token = url.slice(url.lastIndexOf('/') + 1)
    return host.serve(token, aRequest(method, `/media/${token}`, { headers }))
  }
  return { clock, host, fetch }
}

async function bytesOf(reply: Reply): Promise<Buffer> {
  if (reply.body instanceof Uint8Array) return Buffer.from(reply.body)
  const parts: Buffer[] = []
  for await (const part of reply.body.open()) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

describe('SignedMediaHost', () => {
  it('serves a published file, whole and in ranges', async () => {
    const { host, fetch } = aHost()
    const { url, handle } = await host.publish(Media.fromFile(file), lifetime)
    expect(url).toBe(`https://app.example/social/media/${handle}`)
    expect(Buffer.from(handle, 'base64url').toString('latin1')).not.toContain('launch')
    const reply = await fetch(url)
    expect([reply.status, reply.contentType, reply.body.length]).toEqual([200, 'image/jpeg', 600_000])
    expect(reply.body).not.toBeInstanceOf(Uint8Array)
    expect((await bytesOf(reply)).equals(picture)).toBe(true)
    expect(reply.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  it('serves ranges', async () => {
    const { host, fetch } = aHost()
    const { url } = await host.publish(Media.fromFile(file), lifetime)
    for (const [range, start, end] of [
      ['bytes=0-9', 0, 9],
      ['bytes=599990-', 599_990, 599_999],
      ['bytes=-10', 599_990, 599_999],
      ['bytes=100-700000', 100, 599_999],
    ] as const) {
      const reply = await fetch(url, { range })
      expect([reply.status, reply.headers['content-range']]).toEqual([206, `bytes ${start}-${end}/600000`])
      expect((await bytesOf(reply)).equals(picture.subarray(start, end + 1))).toBe(true)
    }
    for (const range of ['bytes=600000-', 'bytes=-0']) {
      const reply = await fetch(url, { range })
      expect([reply.status, reply.headers['content-range']]).toEqual([416, 'bytes */600000'])
    }
    for (const range of ['bytes=0-1,5-6', 'bytes=9-1', 'lines=1-2', 'bytes=-', 'nonsense', 'bytes=0x1-2'])
      expect([range, (await fetch(url, { range })).status]).toEqual([range, 200])
    expect((await fetch(url, { range: 'bytes=0-9', 'if-range': '"x"' })).status).toBe(200)
    expect((await fetch(url, { range: 'bytes=0-9' }, 'HEAD')).status).toBe(200)
  })

  it('serves nothing for a forged or changed token, or one with another key', async () => {
    const { host, fetch } = aHost()
    const { handle } = await host.publish(Media.fromFile(file), lifetime)
    const bytes = Buffer.from(handle, 'base64url')
    const stranger = new SignedMediaHost({ baseUrl, key: 'z'.repeat(32) })
    for (const token of [
      '',
      '.',
      'x',
      handle.slice(0, -1),
      handle.slice(1),
      `${handle}A`,
      `${handle}=`,
      bytes.toString('hex'),
      Buffer.from(JSON.stringify([2, '/etc/passwd', 10, 'text/plain', 9e9, false])).toString('base64url'),
      '..%2f..%2fetc%2fpasswd',
      (await stranger.publish(Media.fromFile(file), lifetime)).handle,
    ])
      expect([token, (await fetch(token)).status]).toEqual([token, 404])
  })

  it('serves nothing after the expiry, or for a changed file', async () => {
    const { clock, host, fetch } = aHost()
    const path = join(folder, 'short.jpg')
    await writeFile(path, picture)
    const { url } = await host.publish(Media.fromFile(path), lifetime)
    await truncate(path, 10)
    expect((await fetch(url)).status).toBe(404)
    await rm(path)
    expect((await fetch(url)).status).toBe(404)

    const inside = join(folder, 'moved')
    await mkdir(inside)
    await writeFile(join(inside, 'a.jpg'), picture)
    const moved = await host.publish(Media.fromFile(join(inside, 'a.jpg')), lifetime)
    await rm(inside, { recursive: true })
    await writeFile(inside, 'a file, where its folder was')
    expect((await fetch(moved.url)).status).toBe(404)

    const whole = await host.publish(Media.fromFile(file), lifetime)
    await clock.advance(59)
    expect((await fetch(whole.url)).status).toBe(200)
    await clock.advance(1)
    expect((await fetch(whole.url)).status).toBe(404)
  })

  it('lets any worker with the key serve it', async () => {
    const { url } = await aHost().host.publish(Media.fromFile(file), lifetime)
    expect((await aHost().fetch(url)).status).toBe(200)
  })

  it('does not serve a released file', async () => {
    const { host, fetch } = aHost()
    const { url, handle } = await host.publish(Media.fromFile(file), lifetime)
    const other = await host.publish(Media.fromFile(file), lifetime)
    await host.release(handle)
    await host.release(handle)
    await host.release('nonsense')
    for (const spelling of ['', '=', '.', ' ']) expect((await fetch(url + spelling)).status).toBe(404)
    expect((await fetch(other.url)).status).toBe(200)
  })

  it('writes bytes to a file, and deletes the file on release', async () => {
    const { host, fetch } = aHost()
    const media = Media.fromBytes(picture, { filename: 'launch.png' })
    const { url, handle } = await host.publish(media, lifetime)
    const reply = await fetch(url)
    expect(reply.contentType).toBe('image/png')
    expect((await bytesOf(reply)).equals(picture)).toBe(true)
    await host.release(handle)
    expect((await readdir(folder)).filter((name) => name.startsWith('social-'))).toEqual([])
    expect((await fetch(url)).status).toBe(404)
  })

  it('refuses bytes without a folder, and missing files', async () => {
    const host = new SignedMediaHost({ baseUrl, key })
    const bytes = Media.fromBytes(picture, { filename: 'launch.png' })
    await expect(host.publish(bytes, lifetime)).rejects.toBeInstanceOf(InvalidPostError)
    const missing = Media.fromFile(join(folder, 'missing.jpg'))
    await expect(host.publish(missing, lifetime)).rejects.toBeInstanceOf(InvalidPostError)
  })

  it('returns a URL unchanged', async () => {
    const { host } = aHost()
    const media = Media.fromUrl('https://cdn.example/launch.jpg')
    const { url, handle } = await host.publish(media, lifetime)
    expect(url).toBe('https://cdn.example/launch.jpg')
    await host.release(handle)
  })

  it('requires a long key and a public URL', () => {
    expect(() => new SignedMediaHost({ baseUrl, key: 'short' })).toThrow(ConfigError)
    expect(() => new SignedMediaHost({ baseUrl: 'http://app.example', key })).toThrow(ConfigError)
    expect(() => new SignedMediaHost({ baseUrl: '/social', key })).toThrow(ConfigError)
    expect(() => new SignedMediaHost({ baseUrl: 'http://localhost:3000', key })).not.toThrow()
  })
})
