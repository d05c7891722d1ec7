import type { FacebookOperations } from '../facebook/control/operations.js'
import { facebookNetwork } from '../facebook/module.js'
import type { FacebookOptions } from '../facebook/settings.js'
import { sampleMp4, samplePng } from '../framework/files/samples.js'
import { type Answer, AtGraph, idOf } from './at-graph.js'
import { FileHost } from './file-host.js'

/**
 * Runs the emulated Facebook inside the test process, with one signed-in page and a server for its
 * files.
 */
export class AtFacebook extends AtGraph<FacebookOperations> implements AsyncDisposable {
  readonly files: FileHost
  readonly token: string
  readonly personToken: string
  readonly pageId: string

  private constructor(options: FacebookOptions, files: FileHost) {
    super(facebookNetwork(options))
    this.files = files
    const { accessToken, personToken, pageId } = this.control.signIn({ person: 'Ada' })
    this.token = accessToken
    this.personToken = personToken
    this.pageId = pageId
  }

  static async open(options: FacebookOptions = {}): Promise<AtFacebook> {
    return new AtFacebook(options, await FileHost.open())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.files[Symbol.asyncDispose]()
  }

  picture(name = 'cake.png'): string {
    return this.files.put(name, samplePng())
  }

  video(name = 'cake.mp4', bytes = 4096): string {
    return this.files.put(name, sampleMp4(bytes))
  }

  get(path: string, token = this.token): Promise<Answer> {
    return this.call(`GET ${path}`, { token })
  }

  send(path: string, form: Readonly<Record<string, string>>): Promise<Answer> {
    return this.call(`POST ${path}`, { token: this.token, form })
  }

  /** Publishes a post and returns the post's id. */
  async post(message = 'Fresh bread', more: Readonly<Record<string, string>> = {}): Promise<string> {
    return idOf(await this.send(`${this.pageId}/feed`, { message, ...more }))
  }

  /** Sends a multipart form that contains a chunk of a video, or a picture. */
  form(fields: Readonly<Record<string, string>>, name: string, bytes: Uint8Array): Promise<Answer> {
    const multipart = new FormData()
    for (const [field, value] of Object.entries(fields)) multipart.set(field, value)
    multipart.set(name, new Blob([Uint8Array.from(bytes)]), 'file.bin')
    const path = name === 'source' && fields['video'] === undefined ? 'photos' : 'videos'
    return this.call(`POST ${this.pageId}/${path}`, { token: this.token, multipart })
  }
}
