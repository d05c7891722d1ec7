/** The part of Facebook's own client that the tests look at; it comes without types. */
declare module 'facebook-nodejs-business-sdk' {
  interface GraphClass {
    readonly Fields: Readonly<Record<string, string>>
    readonly prototype: object
  }
  const sdk: {
    readonly Page: GraphClass
    readonly PagePost: GraphClass
    readonly Comment: GraphClass
    readonly AdVideo: GraphClass
  }
  export default sdk
}
