import type {
  AccountInfo,
  Draft,
  Happening,
  LimitsInfo,
  OpeningHours,
  OptionChoices,
  PostInfo,
  SignInStep,
  StudioInfo,
  ThreadInfo,
  UpdateInfo,
  UploadInfo,
} from '../shared/api.js'

/** Says what the server said went wrong, in words for a person. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** True when the same may well work in a moment: the sign-in goes on where it was. */
  readonly isOutage: boolean

  constructor(message: string, status = 503) {
    super(message)
    this.isOutage = status >= 500
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const isFile = body instanceof Blob
  const reply = await fetch(path, {
    method,
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
  }).catch(() => {
    throw new Refusal('The studio does not answer. Is its server still running?')
  })
  // Where it leads is not for scripts to see: the browser has to go there itself.
  if (reply.type === 'opaqueredirect') return null as T // only sign-ins redirect, and they say that they may
  const text = await reply.text()
  const answer = (text === '' ? null : JSON.parse(text)) as T & { error?: string } // what the server's routes send
  if (!reply.ok) throw new Refusal(answer?.error ?? `The studio answered ${reply.status}.`, reply.status)
  return answer
}

const account = (id: string) => `/api/accounts/${encodeURIComponent(id)}`
const post = (id: string) => `/api/posts/${encodeURIComponent(id)}`
const update = (id: string) => `/api/updates/${encodeURIComponent(id)}`

/** The server's routes, one function each. */
export const api = {
  studio: () => ask<StudioInfo>('GET', '/api/studio'),
  connect: (network: string, host: string | null) =>
    ask<{ url: string }>('POST', '/api/accounts', { network, host }),
  /** Null when people are sent to a page of the network: then that address has to be opened. */
  startSignIn: (url: string) => ask<SignInStep | null>('GET', url),
  answerSignIn: (network: string, answers: Readonly<Record<string, string>>) =>
    ask<SignInStep | null>('POST', `/social/callback/${network}`, answers),
  chooseAccount: (network: string, choice: { readonly state: string; readonly account_id: string }) =>
    ask<SignInStep | null>('POST', `/social/choose/${network}`, choice),
  disconnect: (id: string) => ask<readonly AccountInfo[]>('DELETE', account(id)),
  limits: (id: string) => ask<LimitsInfo>('GET', `${account(id)}/limits`),
  choices: (id: string) => ask<OptionChoices>('GET', `${account(id)}/choices`),
  hours: (id: string) => ask<OpeningHours | null>('GET', `${account(id)}/hours`),
  setHours: (id: string, hours: OpeningHours) =>
    ask<OpeningHours | null>('PUT', `${account(id)}/hours`, hours),
  measure: (id: string, text: string, options: Readonly<Record<string, unknown>>) =>
    ask<{ length: number }>('POST', `${account(id)}/measure`, { text, options }),
  upload: (file: File) => ask<UploadInfo>('POST', `/api/uploads?name=${encodeURIComponent(file.name)}`, file),
  publish: (draft: Draft) => ask<PostInfo>('POST', '/api/posts', draft),
  retry: (id: string) => ask<PostInfo>('POST', `${post(id)}/retry`),
  remove: (id: string) => ask<null>('DELETE', post(id)),
  thread: (id: string) => ask<ThreadInfo>('GET', `${post(id)}/thread`),
  setVisibility: (id: string, hidden: boolean) =>
    ask<UpdateInfo>('POST', `${update(id)}/visibility`, { hidden }),
  answer: (id: string, text: string, idempotencyKey: string) =>
    ask<UpdateInfo>('POST', `${update(id)}/answer`, { text, idempotencyKey }),
  happen: (what: Happening, accountId: string) => ask<null>('POST', `/api/happenings/${what}`, { accountId }),
}
