/** A QR code as lines of half blocks, light on dark as terminals mostly are; scanners take the opposite, too. */
export async function qrCode(text: string): Promise<string> {
  const { renderUnicodeCompact } = await import('uqr')
  return renderUnicodeCompact(text, { border: 2 })
}
