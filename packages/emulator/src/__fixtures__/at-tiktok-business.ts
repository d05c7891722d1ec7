import { SettableClock } from '../framework/clock.js'
import { EmulatedNetwork } from '../framework/emulated-network.js'
import { PREFIX } from '../tiktok-business/sign-in/access.js'
import type { TiktokBusinessOperations } from '../tiktok-business/control/operations.js'
import { tiktokBusinessNetwork } from '../tiktok-business/module.js'
import type { TiktokBusinessOptions } from '../tiktok-business/settings.js'

/** Redirect URI of the application in the tests. TikTok Business requires the trailing slash. */
export const REDIRECT_URI = 'https://app.example/social/callback/tiktok_business/'

/** Response envelope whose `data` has no type. Tests check the type of `data`. */
export interface BusinessAnswer {
  readonly status: number
  readonly headers: Headers
  readonly code: unknown
  readonly message: unknown
  readonly data: Readonly<Record<string, unknown>>
  readonly text: string
}

/** Runs the emulated TikTok Business inside the test process, with a frozen clock. */
export class AtTiktokBusiness {
  readonly clock = new SettableClock({ start: new Date('2026-11-21T12:00:00.000Z'), frozen: true })
  readonly network: EmulatedNetwork<TiktokBusinessOperations>

  constructor(options: TiktokBusinessOptions = {}) {
    this.network = new EmulatedNetwork(tiktokBusinessNetwork(options), {
      origin: 'https://business.example',
      clock: this.clock,
    })
  }

  get control(): EmulatedNetwork<TiktokBusinessOperations>['control'] {
    return this.network.control
  }

  /** Sends a request to the given URL without changes. */
  async send(url: string, init: RequestInit = {}): Promise<Response> {
    const request = new Request(new URL(url, this.network.origin), { redirect: 'manual', ...init })
    return (await this.network.exchange(request)).response
  }

  /** Sends a request such as `POST /business/comment/hide/`. */
  async call(
    route: string,
    sent: {
      readonly token?: string
      readonly query?: Readonly<Record<string, string>>
      readonly json?: unknown
    } = {},
  ): Promise<BusinessAnswer> {
    const [method = 'GET', path = '/'] = route.split(' ')
    const url = new URL(`${PREFIX}${path}`, this.network.origin)
    for (const [name, value] of Object.entries(sent.query ?? {})) url.searchParams.set(name, value)
    const headers = new Headers({ 'content-type': 'application/json' })
    if (sent.token !== undefined) headers.set('access-token', sent.token)
    const body = sent.json === undefined ? null : JSON.stringify(sent.json)
    const response = await this.send(url.href, { method, headers, body })
    const text = await response.text()
    const { code, message, data } = JSON.parse(text) as BusinessAnswer // safe cast: the test compares the fields of the envelope
    return { status: response.status, headers: response.headers, code, message, data, text }
  }

  /** Signs a person in and adds one video to their account. */
  withVideo(person = 'ada', scopes?: readonly string[]) {
    const { accessToken: token, openId } = this.control.signIn({ person, ...(scopes && { scopes }) })
    const video = this.control.addVideo({ person, caption: 'Bread' }).id
    return { token, openId, video, where: { business_id: openId, video_id: video } }
  }
}
