// Uploads one file once, in a separate process with little other memory: `<way> <origin> <file>`.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

import type { UploadFigures } from './upload.bench.js'

const MIB = 1024 * 1024
const [way = '', origin = '', file = ''] = process.argv.slice(2)

/** Function that uploads the file. */
type Upload = () => Promise<unknown>

async function ours(chunkBytes: number): Promise<Upload> {
  const { Connection, InMemoryStorage, Media, SocialClient } = await import('@social/core')
  const { youtube } = await import('@social/youtube')
  const storage = new InMemoryStorage()
  const token = {
    accessToken: 'secret',
    refreshToken: 'secret',
    expiresAt: new Date(Date.now() + 86_400_000),
  }
  await storage.saveConnection(
    new Connection({ platform: 'youtube', accountId: 'UC1', accountName: 'Ada', token }),
  )
  const addresses = { api: `${origin}/youtube/v3`, upload: `${origin}/upload` }
  const platforms = { youtube: youtube({ addresses, chunkBytes }) }
  const client = new SocialClient({ storage, platforms, allowLoopback: true })
  const post = { text: '', media: [Media.fromFile(file)], options: { title: 'A video', madeForKids: false } }
  return () => client.account('youtube:UC1').post(post)
}

async function undici(): Promise<Upload> {
  const { Agent, request } = await import('undici')
  const dispatcher = new Agent({ allowH2: false })
  const { size } = await stat(file)
  return async () => {
    const { body } = await request(`${origin}/raw`, {
      method: 'PUT',
      headers: { 'content-length': String(size), 'content-type': 'video/mp4' },
      body: createReadStream(file, { highWaterMark: MIB }),
      dispatcher,
    })
    return body.json()
  }
}

async function google(): Promise<Upload> {
  const { auth, youtube } = await import('@googleapis/youtube')
  const oauth = new auth.OAuth2()
  oauth.setCredentials({ access_token: 'secret', expiry_date: Date.now() + 86_400_000 })
  const client = youtube({ version: 'v3', auth: oauth })
  return () =>
    client.videos.insert(
      {
        part: ['snippet', 'status'],
        requestBody: { snippet: { title: 'A video' }, status: { privacyStatus: 'private' } },
        media: { mimeType: 'video/mp4', body: createReadStream(file) },
      },
      { rootUrl: `${origin}/` },
    )
}

function makeUpload(): Promise<Upload> {
  if (way === 'undici') return undici()
  return way === 'google' ? google() : ours(Number(way))
}

const upload = await makeUpload()
globalThis.gc?.()
const startBytes = process.memoryUsage.rss()
const cpu = process.cpuUsage()
const began = process.hrtime.bigint()
await upload()
const seconds = Number(process.hrtime.bigint() - began) / 1e9
const { user, system } = process.cpuUsage(cpu)
const { size } = await stat(file)
const figures: UploadFigures = {
  mibPerSecond: size / MIB / seconds,
  cpuSecondsPerGib: (user + system) / 1e6 / (size / 1024 ** 3),
  // Uses the maximum memory that the system recorded, so that no short peak is missed.
  peakMibOverStart: process.resourceUsage().maxRSS / 1024 - startBytes / MIB,
}
process.send?.(figures, () => process.exit(0))
