// A bare Node HTTP server that does the pick with one database call. Takes a database URL, prints its port.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'
import { callBareMove } from './bare-move.ts'

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 })

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => void answer())
  const answer = async () => {
    const { id, quantity } = JSON.parse(Buffer.concat(chunks).toString()) as { id: string; quantity: number }
    const values = ['bare', randomUUID(), id, quantity]
    const { rows } = await pool.query({ name: 'move', text: callBareMove, values })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(rows[0]))
  }
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`Open ${typeof address === 'object' ? address?.port : ''}`)
})
