import type { JobCounts, JobInfo } from '@social/jobs'

/** Data that the page shows. */
export interface PageData {
  readonly counts: JobCounts
  readonly waiting: readonly JobInfo[]
  readonly running: readonly JobInfo[]
  readonly needingPerson: readonly JobInfo[]
  readonly ended: readonly JobInfo[]
  readonly accounts: readonly string[]
  readonly connectUrl: string
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML content and attribute values. */
function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

function row({ id, kind, idempotencyKey, dueAt, problem, result, state }: JobInfo, doing: string): string {
  const what = escape(idempotencyKey ?? kind)
  const url = result?.url
  const shown = url ? `<a href="${escape(url)}">${what}</a>` : what
  const why = escape(problem?.userMessage ?? dueAt?.toISOString() ?? '')
  const button = (name: string) =>
    `<form method="post" action="/jobs/${escape(id)}/${name}"><button>${name}</button></form>`
  return `<tr><td>${shown}</td><td>${kind} ${state}</td><td>${why}</td><td>${doing.split(' ').filter(Boolean).map(button).join('')}</td></tr>`
}

function table(title: string, jobs: readonly JobInfo[], doing = ''): string {
  return `<h2>${title}</h2><table>${jobs.map((job) => row(job, doing)).join('')}</table>`
}

/** Renders the page with the waiting, running and held jobs. */
export function toPage({
  counts,
  waiting,
  running,
  needingPerson,
  ended,
  accounts,
  connectUrl,
}: PageData): string {
  const options = accounts.map((id) => `<option>${escape(id)}</option>`).join('')
  const numbers = Object.entries(counts).map(([list, count]) => `${list.toLowerCase()}: ${count}`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Jobs</title><style>body{font:1rem system-ui;margin:2rem;max-width:60rem}td{padding:.2rem .8rem .2rem 0}form{display:inline}</style>
<h1>Jobs</h1><p>${numbers.join(' · ')}</p><p><a href="${escape(connectUrl)}">Connect an account</a></p>
<form method="post" action="/posts"><select name="account" aria-label="Account">${options}</select>
<input name="text" aria-label="Text" required> in <input name="seconds" aria-label="Seconds" type="number" value="0" min="0"> seconds
<button>Post</button></form>
${table('Needs a person', needingPerson, 'retry dismiss')}${table('Running', running)}${table('Waiting', waiting, 'cancel')}${table('Completed', ended)}</html>`
}
