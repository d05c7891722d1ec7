import { sampleJpegHead, sampleMp4 } from '../framework/files/samples.js'
import type { InstagramOperations } from '../instagram/control.js'
import { instagramNetwork } from '../instagram/module.js'
import type { InstagramOptions } from '../instagram/settings.js'
import { type Answer, AtGraph, idOf } from './at-graph.js'
import { FileHost } from './file-host.js'

/**
 * Runs the emulated Instagram inside the test process, with one signed-in account and a server for
 * its files.
 */
export class AtInstagram extends AtGraph<InstagramOperations> implements AsyncDisposable {
  readonly files: FileHost
  readonly token: string
  readonly userId: string

  private constructor(options: InstagramOptions, files: FileHost) {
    super(instagramNetwork(options))
    this.files = files
    const { accessToken, userId } = this.control.signIn({ account: 'adascakes' })
    this.token = accessToken
    this.userId = userId
  }

  static async open(options: InstagramOptions = {}): Promise<AtInstagram> {
    return new AtInstagram(options, await FileHost.open())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.files[Symbol.asyncDispose]()
  }

  /** Stores a picture on the file server and returns its URL. The default picture is square. */
  picture(name = 'cake.jpg', width = 1080, height = 1080): string {
    return this.files.put(name, sampleJpegHead(width, height))
  }

  /** Stores a video on the file server and returns its URL. */
  video(name = 'cake.mp4', bytes = 4096): string {
    return this.files.put(name, sampleMp4(bytes))
  }

  /** Creates a media container. */
  createContainer(form: Readonly<Record<string, string>>): Promise<Answer> {
    return this.call(`POST ${this.userId}/media`, { token: this.token, form })
  }

  /** Reads the status of a media container. */
  status(id: string): Promise<Answer> {
    return this.call(`GET ${id}?fields=status_code,status`, { token: this.token })
  }

  publish(id: string): Promise<Answer> {
    return this.call(`POST ${this.userId}/media_publish`, { token: this.token, form: { creation_id: id } })
  }

  /** Publishes a picture and returns the id of the published post. */
  async post(caption = 'Cake'): Promise<string> {
    const container = idOf(await this.createContainer({ image_url: this.picture(), caption }))
    return idOf(await this.publish(container))
  }
}
