Deno.serve((request) => Response.json({ hello: new URL(request.url).pathname }))
