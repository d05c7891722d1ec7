/**
 * The part of Facebook's own client that the tests use, here and in the network package. The client has no
 * types.
 */
declare module 'facebook-nodejs-business-sdk' {
  type Fields = readonly string[]
  type Params = Readonly<Record<string, unknown>>

  /** Graph object, with the requested fields in `_data`. */
  interface GraphObject {
    readonly id: string
    readonly _data: Readonly<Record<string, unknown>>
    get(fields: Fields, params?: Params): Promise<GraphObject>
    update(fields: Fields, params?: Params): Promise<unknown>
    delete(fields: Fields, params?: Params): Promise<unknown>
    getComments(fields: Fields, params?: Params): Promise<Cursor>
    createComment(fields: Fields, params?: Params): Promise<GraphObject>
    createLike(fields: Fields, params?: Params): Promise<GraphObject>
    getAccounts(fields: Fields, params?: Params): Promise<Cursor>
    createFeed(fields: Fields, params?: Params): Promise<GraphObject>
    createPhoto(fields: Fields, params?: Params): Promise<GraphObject>
    createSubscribedApp(fields: Fields, params?: Params): Promise<GraphObject>
    getPublishedPosts(fields: Fields, params?: Params): Promise<Cursor>
    getContentPublishingLimit(fields: Fields, params?: Params): Promise<Cursor>
    getMedia(fields: Fields, params?: Params): Promise<Cursor>
    createMedia(fields: Fields, params?: Params): Promise<GraphObject>
    createMediaPublish(fields: Fields, params?: Params, path?: string): Promise<GraphObject>
    createMessage(fields: Fields, params?: Params): Promise<GraphObject>
    getReplies(fields: Fields, params?: Params): Promise<Cursor>
    createReply(fields: Fields, params?: Params): Promise<GraphObject>
  }

  interface Cursor extends Array<GraphObject> {
    hasNext(): boolean
    next(): Promise<Cursor>
  }

  interface GraphClass {
    new (id: string, data?: Params, parent?: null, api?: unknown): GraphObject
    readonly Fields: Readonly<Record<string, string>>
    readonly prototype: object
  }

  const sdk: {
    readonly FacebookAdsApi: {
      new (token: string, locale?: string, crashLog?: boolean): unknown
      readonly GRAPH: string
    }
    readonly Page: GraphClass
    readonly PagePost: GraphClass
    readonly Comment: GraphClass
    readonly AdVideo: GraphClass
    readonly User: GraphClass
    readonly IGUserForIGOnlyAPI: GraphClass
    readonly IGMediaForIGOnlyAPI: GraphClass
    readonly IGComment: GraphClass
  }
  export default sdk
}
