/** Where networks are told to push to. */
export const WEBHOOK = 'https://app.example/social/webhooks'

/** A message that a network sends until it is taken. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  isTaken: boolean
}

/** What a network has to push, in the place of its own sender: it is sent when the run says so. */
export class Outbox {
  readonly messages: Message[] = []

  /** Keeps a message; the network believes that it has arrived. */
  readonly keep = async (request: Request): Promise<Response> => {
    const body = new Uint8Array(await request.arrayBuffer())
    this.messages.push({ headers: Object.fromEntries(request.headers), body, isTaken: false })
    return new Response()
  }
}
