import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/**
 * Returns the path of the program snac from the variable `SNAC` or from the PATH. Returns null if
 * snac is not installed.
 */
export function findSnac(): string | null {
  const places = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'snac'))
  return [process.env['SNAC'] ?? '', ...places].find((path) => path !== '' && existsSync(path)) ?? null
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('No free port was found.')
  return address.port
}

/** Runs a snac command and answers its prompts through standard input. */
function answered(program: string, args: readonly string[], answers: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    input: `${answers.join('\n')}\n`,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`snac ${args[0]} ended with ${status}: ${stderr}`)
  return `${stdout}${stderr}`
}

/** Starts the program snac on loopback with one account. */
export async function startSnac(program: string) {
  const folder = await mkdtemp(join(tmpdir(), 'snac-'))
  const data = join(folder, 'data')
  const port = await freePort()
  const host = `localhost:${port}`
  answered(program, ['init', data], ['127.0.0.1', String(port), host, '', 'admin@example.com'])
  const settings = join(data, 'server.json')
  writeFileSync(settings, readFileSync(settings, 'utf8').replace('"protocol": "https"', '"protocol": "http"'))
  const reported = answered(program, ['adduser', data], ['alice'])
  const password = /password(?: is)?:?\s+(\S+)/i.exec(reported)?.[1] ?? ''
  const child = spawn(program, ['httpd', data], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  for (let tries = 0; ; tries += 1)
    try {
      await fetch(`http://${host}/api/v1/instance`)
      break
    } catch (error) {
      if (tries > 100) throw error
      await new Promise((resolve) => {
        setTimeout(resolve, 100)
      })
    }
  return {
    host,
    /** Approves a sign-in on snac's web page. @returns The redirect URL. */
    async approve(url: string): Promise<string> {
      const asked = new URL(url).searchParams
      const form = new URLSearchParams({
        login: 'alice',
        passwd: password,
        redir: asked.get('redirect_uri') ?? '',
        cid: asked.get('client_id') ?? '',
        state: asked.get('state') ?? '',
      })
      const reply = await fetch(`http://${host}/oauth/x-snac-login`, {
        method: 'POST',
        body: form,
        redirect: 'manual',
      })
      return reply.headers.get('location') ?? ''
    },
    async close() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
