/** Write a number of bytes for people: 2497280736 → "2.5 GB", 253113024 → "253 MB". */
export const byteSize = (bytes: number): string =>
  bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
