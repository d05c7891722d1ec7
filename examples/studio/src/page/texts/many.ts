/** Returns a count with the singular or plural noun: `1 post`, `2 posts`. */
export const many = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`
