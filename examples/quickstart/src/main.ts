// One application in one file: sign-in at four networks, posts now or later, an inbox with answers, account health.
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'

import { bluesky } from '@social/bluesky'
import {
  AppCredentials,
  Dispatcher,
  platformOf,
  Poller,
  SocialClient,
  toConversations,
  toRecord,
  updateFromRecord,
  userMessageOf,
  whatNext,
} from '@social/core'
import { readNodeBody, Routes, toNodeHandler } from '@social/core/routes'
import { startEmulator } from '@social/emulator'
import { facebook } from '@social/facebook'
import { SocialJobs } from '@social/jobs'
import { mastodon } from '@social/mastodon'
import { sqliteStores } from '@social/sqlite'
import { sqliteQueue } from '@social/sqlite-queue'
import { x } from '@social/x'

const NETWORKS = ['mastodon', 'bluesky', 'facebook', 'x'] as const
type Network = (typeof NETWORKS)[number]
const networkOf = (id: string): Network => platformOf(id) as Network // safe cast: the client has only these networks

/** Options of the example: its port, its SQLite file, and the seconds between two polls of an inbox. */
interface QuickstartOptions {
  readonly port: number
  readonly file: string
  readonly pollSeconds?: number
}

/** A problem of the form, by the name of its field. */
type Problem = Readonly<Record<'name' | 'text', string>>

/** HTML that was built by `markup`. Other text is escaped when it is inserted. */
interface Html {
  readonly html: string
}
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => ENTITIES[one] ?? '')
function markup(parts: TemplateStringsArray, ...values: readonly (string | readonly Html[])[]): Html {
  const inserted = values.map((value) =>
    typeof value === 'string' ? escape(value) : value.map(({ html }) => html).join(''),
  )
  return { html: parts.map((part, at) => part + (inserted[at] ?? '')).join('') }
}

/** Starts the emulated networks, the client, the worker and the web server. */
export async function startQuickstart({ port, file, pollSeconds = 3 }: QuickstartOptions) {
  const emulator = await startEmulator({ networks: NETWORKS })
  // The library has its own tables in the same file.
  const stores = sqliteStores(file)
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.exec(`CREATE TABLE IF NOT EXISTS posts (key TEXT PRIMARY KEY, connection_id TEXT, text TEXT) STRICT;
    CREATE TABLE IF NOT EXISTS updates (connection_id TEXT, id TEXT, record TEXT, answer TEXT,
      PRIMARY KEY (connection_id, id)) STRICT`)
  const social = new SocialClient({
    ...stores,
    platforms: {
      mastodon: mastodon(),
      bluesky: bluesky({ addresses: emulator.addresses('bluesky') }),
      facebook: facebook({ addresses: emulator.addresses('facebook') }),
      x: x({ addresses: emulator.addresses('x') }),
    },
    allowLoopback: true, // Allows the emulator on this machine. Remove this line when you use real servers.
  })

  // The updates of all accounts arrive in one dispatcher, each once.
  const dispatcher = new Dispatcher({ seen: social.seenUpdates })
  const keep = database.prepare('INSERT OR IGNORE INTO updates VALUES (?, ?, ?, NULL)')
  dispatcher.onAny((one) => void keep.run(one.connectionId, one.id, JSON.stringify(toRecord(one))))
  const stop = new AbortController()
  const polling = new Map<string, Promise<unknown>>()
  const follow = (id: string): void => {
    if (polling.has(id)) return
    const poller = new Poller({
      account: social.account(id),
      markers: social.markers,
      dispatcher,
      everySeconds: pollSeconds,
      signal: stop.signal,
      onError: (error) => console.warn(userMessageOf(error)), // The health of the account shows a lasting problem.
    })
    polling.set(id, Promise.allSettled([poller.runForever()]))
  }

  // The jobs publish now or later, and follow each post to its end.
  const queue = sqliteQueue(file)
  const sweep = { connectionIds: () => stores.connectionIds() }
  const jobs = new SocialJobs({ client: social, queue, dispatcher, sweep })
  const worker = await jobs.work({ concurrency: 4 })
  await jobs.startSweep()
  // Another person at the emulated network comments on each post, so that the inbox has content.
  jobs.on('published', ({ job, result: { id: on } }) => {
    const comment = { by: 'bea', on, text: 'How did you make it?' }
    const network = networkOf(job.connectionId ?? '')
    if (network === 'x') emulator.control.x.post({ on, by: 'bo', text: `@ada ${comment.text}` })
    if (network === 'mastodon') emulator.control.mastodon.comment(comment)
    if (network === 'bluesky') emulator.control.bluesky.comment(comment)
    if (network === 'facebook') emulator.control.facebook.comment(comment)
  })

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // safe cast: a listening TCP server has an address of this type
  const redirectUri = `${origin}/social/callback/{platform}`
  const host = emulator.host('mastodon')
  const callback = redirectUri.replace('{platform}', 'mastodon')
  await social.createApp('mastodon', { name: 'Quickstart', host, redirectUri: callback })
  const { appId: clientId, appSecret: clientSecret } = emulator.control.facebook.app()
  await stores.storage.saveApp(new AppCredentials({ platform: 'facebook', clientId, clientSecret }))
  await stores.storage.saveApp(new AppCredentials({ platform: 'x', ...emulator.control.x.app() }))
  for (const id of stores.connectionIds()) follow(id)
  const routes = new Routes(social, {
    redirectUri,
    pages: { title: 'Quickstart' },
    finished: (outcome) => {
      if (outcome.step !== 'CONNECTED') return null // The library shows forms, choices and refusals.
      follow(outcome.connection.id)
      return '/'
    },
  })
  const signIn = toNodeHandler(routes)
  const updates = () => {
    const rows = database.prepare('SELECT record, answer AS sent FROM updates').all()
    return rows.map(({ record, sent }) => ({ update: updateFromRecord(JSON.parse(String(record))), sent }))
  }

  async function describe(id: string) {
    const [connection, health] = await Promise.all([stores.storage.getConnection(id), social.health(id)])
    const name = `${connection?.accountName ?? id} · ${social.platformFor(networkOf(id)).displayName}`
    return { id, name, network: networkOf(id), health }
  }

  /** Options of a network with a list of values. The names of the fields start with the name of the network. */
  const optionsOf = (network: Network) => {
    const listed = social.optionsOf(network).filter(({ type }) => type === 'choice' || type === 'boolean')
    return listed.map((option) => ({ ...option, field: `${network}.${option.name}` }))
  }

  /** Checks a post for all accounts in one call, and adds it to the queue if no account has a problem. */
  async function publish(form: URLSearchParams): Promise<readonly Problem[]> {
    const text = form.get('text') ?? ''
    const entries = form.getAll('account').map((connectionId) => {
      const chosen = optionsOf(networkOf(connectionId)).flatMap(({ name, field, type }) => {
        const value = form.get(field) ?? ''
        return value === '' ? [] : [[name, type === 'boolean' ? value === 'true' : value]]
      })
      return { connectionId, post: { text, options: Object.fromEntries(chosen) } }
    })
    if (entries.length === 0) return [{ name: 'account', text: 'Choose an account.' }]
    const problems = (await social.checkPosts(entries)).flatMap(({ connectionId, issues, error }) => {
      if (error !== null) return [{ name: 'account', text: userMessageOf(error) }]
      return issues.map(({ field, optionPath, userMessage: problem }) => {
        const option = optionsOf(networkOf(connectionId)).find(({ name }) => name === optionPath)?.field
        return { name: option ?? (optionPath === null ? field : 'post'), text: problem }
      })
    })
    if (problems.length > 0) return problems
    const minutes = Number(form.get('minutes') ?? 0)
    const at = minutes > 0 ? new Date((Math.ceil(Date.now() / 60_000) + minutes) * 60_000) : null
    for (const entry of entries) {
      const idempotencyKey = `${form.get('key') ?? randomUUID()} ${entry.connectionId}`
      await jobs.publish({ ...entry, idempotencyKey, at })
      const insert = database.prepare('INSERT OR IGNORE INTO posts VALUES (?, ?, ?)')
      insert.run(idempotencyKey, entry.connectionId, text)
    }
    return []
  }

  async function reply(form: URLSearchParams): Promise<void> {
    const text = form.get('text') ?? ''
    const [connectionId, id] = [form.get('connection') ?? '', form.get('update') ?? '']
    const found = updates().find(({ update }) => update.connectionId === connectionId && update.id === id)
    if (found === undefined) return
    await social.account(connectionId).replyToUpdate(found.update, text, { idempotencyKey: `answer ${id}` })
    const change = database.prepare('UPDATE updates SET answer = ? WHERE connection_id = ? AND id = ?')
    change.run(text, connectionId, id)
  }

  async function page(form = new URLSearchParams(), problems: readonly Problem[] = []): Promise<string> {
    const all = await Promise.all([...stores.connectionIds()].map(describe))
    const notes = (...names: readonly string[]) => {
      const found = problems.filter(({ name }) => names.includes(name))
      return found.map(({ name, text }) => markup`<p class="problem" data-field="${name}">${text}</p>`)
    }
    const hasOptionProblem = problems.some(({ name }) => name.includes('.'))
    const connect = NETWORKS.map((network) => {
      const query = network === 'mastodon' ? `?host=${host}` : ''
      return markup`<a href="/social/connect/${network}${query}">${social.platformFor(network).displayName}</a> `
    })
    const boxes = all.map(({ id, name, health: { state, userMessage } }) => {
      const checked = form.getAll('account').includes(id) ? [markup`checked`] : []
      return markup`<label data-id="${id}" data-health="${state}"><input type="checkbox" name="account" value="${id}" ${checked}>
        ${name}: ${state} <span class="problem">${userMessage ?? ''}</span></label>`
    })
    const options = all.flatMap(({ network }, at) => {
      if (all.findIndex((one) => one.network === network) !== at) return []
      return optionsOf(network).map(({ field, name, type, choices, info }) => {
        const values = (type === 'boolean' ? ['true', 'false'] : choices).map(String).map((value) => {
          const label = info?.choices?.[value]?.label.en ?? { true: 'Yes', false: 'No' }[value] ?? value
          const selected = form.get(field) === value ? [markup`selected`] : []
          return markup`<option value="${value}" ${selected}>${label}</option>`
        })
        const label = `${social.platformFor(network).displayName}: ${info?.label.en ?? name}`
        const select = markup`<select name="${field}"><option value="">Default</option>${values}</select>`
        return markup`<label>${label} ${[select]} <small>${info?.help?.en ?? ''}</small></label>${notes(field)}`
      })
    })
    const rows = database.prepare('SELECT key, connection_id, text FROM posts ORDER BY rowid DESC').all()
    const posts = rows.map(async ({ key, connection_id: id, text }) => {
      const job = await jobs.findPost(String(id), String(key))
      const state = job?.postState ?? 'UNKNOWN'
      const name = all.find((account) => account.id === id)?.name ?? String(id)
      return markup`<li data-state="${state}">${String(text)} <small>${name}: ${state} ${job?.problem?.userMessage ?? ''}</small></li>`
    })
    const stored = updates()
    const answered = new Map(stored.flatMap(({ update, sent }) => (sent === null ? [] : [[update.id, sent]])))
    const list = stored.map(({ update }) => update)
    const conversations = toConversations(list, { answered: new Set(answered.keys()) })
    const inbox = conversations.map(({ connectionId, replyTo, needsAnswer, updates: shown }) => {
      const lines = shown.map(({ id, text, isOwn, actor }) => {
        const sent = answered.has(id) ? [markup`<p><b>You</b> ${String(answered.get(id))}</p>`] : []
        const by = isOwn ? 'You' : (actor?.displayName ?? 'Somebody')
        return markup`<p><b>${by}</b> ${text ?? ''}</p>${sent}`
      })
      const answerForm = markup`<form method="post" action="/answers">
        <input type="hidden" name="connection" value="${connectionId}"><input type="hidden" name="update" value="${replyTo?.id ?? ''}">
        <input name="text" required aria-label="Answer"> <button>Answer</button></form>`
      return markup`<li data-open="${String(needsAnswer)}">${lines}${needsAnswer ? [answerForm] : []}</li>`
    })
    return markup`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Quickstart</title><style>body{font:1rem/1.5 system-ui;margin:2rem auto;max-width:42rem;padding:0 1rem}label,small{display:block;margin:.4rem 0}textarea{width:100%}.problem{color:#b00}</style>
<main><h1>Quickstart</h1><p>Connect: ${connect}</p><h2>Accounts</h2><form method="post" action="/posts">${boxes}
<h2>New post</h2><input type="hidden" name="key" value="${form.get('key') ?? randomUUID()}">${notes('account', 'post')}
<label>Text <textarea name="text">${form.get('text') ?? ''}</textarea></label>${notes('text', 'media', 'publishAt', 'replyTo', 'firstComment')}
<label>Publish in minutes <input name="minutes" type="number" min="0" value="${form.get('minutes') ?? '0'}"></label>
<details ${hasOptionProblem ? [markup`open`] : []}><summary>Options</summary>${options}</details><button>Publish</button></form>
<h2>Posts</h2><ul>${await Promise.all(posts)}</ul><h2>Inbox</h2><ul>${inbox}</ul></main></html>`.html
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = '/', method, headers } = request
    const send = (status: number, body: string, type = 'text/html') =>
      response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(body)
    try {
      if (path.startsWith('/social/')) return signIn(request, response)
      if (headers.host !== new URL(origin).host || headers['sec-fetch-site'] === 'cross-site')
        return void send(403, `Open ${origin}.`, 'text/plain')
      if (method === 'GET') return void send(path === '/' ? 200 : 404, await page())
      const body = await readNodeBody(request, { maxBodyBytes: 65_536, maxBodySeconds: 10, client: social })
      if (!(body instanceof Uint8Array)) return void send(413, 'The form is too large.', 'text/plain')
      const form = new URLSearchParams(new TextDecoder().decode(body))
      const problems = path === '/posts' ? await publish(form) : []
      if (path === '/answers') await reply(form)
      if (problems.length > 0) send(422, await page(form, problems))
      else response.writeHead(303, { location: '/' }).end()
    } catch (error) {
      const { status, userMessage } = whatNext(error)
      if (status === 500) console.error(error)
      send(status, userMessage, 'text/plain')
    }
  }

  return {
    url: origin,
    emulator,
    async close() {
      stop.abort()
      server.close()
      server.closeAllConnections()
      await worker.stop({ withinSeconds: 5 })
      await queue.close()
      await Promise.all(polling.values())
      await social.close()
      database.close()
      stores.close()
      await emulator.close()
    },
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = process.env['QUICKSTART_DB'] ?? join(mkdtempSync(join(tmpdir(), 'quickstart-')), 'social.db')
  const app = await startQuickstart({ port: Number(process.env['PORT'] ?? 3000), file })
  console.log(`Open ${app.url}. The data is in ${file}.`)
  process.once('SIGINT', () => void app.close())
}
