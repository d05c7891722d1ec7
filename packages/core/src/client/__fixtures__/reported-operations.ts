import { channels, type OperationEvent } from '../../diagnostics/channels.js'
import { makePostResult, makeUpdate } from '../../models/index.js'

/** An update that tests pass to operations. The next constants are a time and a message. */
export const UPDATE = makeUpdate({
  id: '1',
  kind: 'COMMENT_CREATED',
  platform: 'sample',
  connectionId: 'sample:1',
  timestamp: '2026-01-01T00:00:00Z',
})

export const SINCE = new Date('2026-01-01T00:00:00Z')

const RESULT = makePostResult({ id: '9' })

const SENDER = { id: '1', handle: null, displayName: null, avatarUrl: null, url: null, raw: {} }

export const MESSAGE = {
  id: 'm1',
  conversationId: 'c1',
  sender: SENDER,
  text: 'Hello',
  sentAt: SINCE,
  isMine: true,
  deleted: false,
  attachments: [],
  raw: {},
}

/** For each platform method whose result is checked: the result that the fake platform returns. */
export const ANSWERS: Readonly<Record<string, unknown>> = {
  publish: RESULT,
  reply: RESULT,
  editPost: RESULT,
  sendMessage: MESSAGE,
  startConversation: MESSAGE,
}

/** An operation whose argument types are removed, so that tests can call it by name. */
export type EntryPoint = (...args: readonly unknown[]) => Promise<unknown>

/** Returns the operation events that diagnostics publish during the work. */
export async function reportsTo(work: () => Promise<unknown>): Promise<readonly OperationEvent[]> {
  const reported: OperationEvent[] = []
  const listener = (event: unknown): void => {
    reported.push({ ...(event as OperationEvent) }) // safe cast: the channel carries only operation events
  }
  channels.operation.start.subscribe(listener)
  try {
    await work()
  } finally {
    channels.operation.start.unsubscribe(listener)
  }
  return reported
}
