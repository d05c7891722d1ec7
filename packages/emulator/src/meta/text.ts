/** Counts the characters of a text as Graph does, in code points. */
export const characters = (text: string): number => Array.from(text).length
