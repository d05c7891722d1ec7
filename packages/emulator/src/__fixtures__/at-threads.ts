import { sampleJpegHead, sampleMp4 } from '../framework/files/samples.js'
import type { ThreadsOperations } from '../threads/control.js'
import { threadsNetwork } from '../threads/module.js'
import type { ThreadsOptions } from '../threads/settings.js'
import { type Answer, AtGraph, idOf } from './at-graph.js'
import { FileHost } from './file-host.js'

/**
 * Runs the emulated Threads inside the test process, with one signed-in account and a server for
 * its files.
 */
export class AtThreads extends AtGraph<ThreadsOperations> implements AsyncDisposable {
  readonly files: FileHost
  readonly token: string
  readonly userId: string

  private constructor(options: ThreadsOptions, files: FileHost) {
    super(threadsNetwork(options), 'v1.0')
    this.files = files
    const { accessToken, userId } = this.control.signIn({ account: 'adascakes' })
    this.token = accessToken
    this.userId = userId
  }

  static async open(options: ThreadsOptions = {}): Promise<AtThreads> {
    return new AtThreads(options, await FileHost.open())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.files[Symbol.asyncDispose]()
  }

  picture(name = 'cake.jpg'): string {
    return this.files.put(name, sampleJpegHead())
  }

  video(name = 'cake.mp4'): string {
    return this.files.put(name, sampleMp4())
  }

  get(path: string, token = this.token): Promise<Answer> {
    return this.call(`GET ${path}`, { token })
  }

  createContainer(form: Readonly<Record<string, string>>, token = this.token): Promise<Answer> {
    return this.call('POST me/threads', { token, form: { media_type: 'TEXT', ...form } })
  }

  publish(id: string, token = this.token): Promise<Answer> {
    return this.call('POST me/threads_publish', { token, form: { creation_id: id } })
  }

  /** Publishes a text post and returns the post's id. */
  async post(form: Readonly<Record<string, string>> = {}): Promise<string> {
    return idOf(await this.publish(idOf(await this.createContainer({ text: 'Hello', ...form }))))
  }
}
