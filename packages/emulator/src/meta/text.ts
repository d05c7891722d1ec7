/** Characters as Graph counts them: code points. */
export const characters = (text: string): number => Array.from(text).length
