/** URL that networks push to. */
export const WEBHOOK = 'https://app.example/social/webhooks'

/** A message that a network sends until it is accepted. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  isTaken: boolean
}

/** Outgoing messages of a network, in place of its sender. The run decides when they are sent. */
export class Outbox {
  readonly messages: Message[] = []

  /** Stores a message. The network treats it as delivered. */
  readonly keep = async (request: Request): Promise<Response> => {
    const body = new Uint8Array(await request.arrayBuffer())
    this.messages.push({ headers: Object.fromEntries(request.headers), body, isTaken: false })
    return new Response()
  }
}
