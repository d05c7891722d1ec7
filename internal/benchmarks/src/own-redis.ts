import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Name of the installed Redis program, because no npm package provides Redis. */
const PROGRAM = 'redis-server'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => {
    server.close(resolve)
  })
  if (typeof address !== 'object' || address === null) throw new Error('No free port was found.')
  return address.port
}

/**
 * Returns a Redis for one benchmark, either from `REDIS_URL` or started from an installed program.
 * Returns null if neither is available.
 */
export async function ownRedis(): Promise<{ readonly url: string; stop(): void } | null> {
  const given = process.env['REDIS_URL']
  if (given !== undefined && given !== '') return { url: given, stop: () => undefined }
  if (spawnSync(PROGRAM, ['--version']).status !== 0) return null
  const folder = mkdtempSync(join(tmpdir(), 'social-bench-'))
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
  const child = spawn(PROGRAM, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('Ready to accept connections')) resolve()
    })
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: () => {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
