// Receives webhooks with nothing but Java 17:  WEBHOOK_SECRET=whsec_… PORT=8080 java Receiver.java
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class Receiver {
  private static final String SECRET = System.getenv("WEBHOOK_SECRET");
  private static final long TOLERANCE_SECONDS = 300;
  private static final int BYTES_MAX = 2 << 20;
  /** In your database: a table whose primary key is the event's id. */
  private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

  /** Null where Flowlix-Signature is that of this secret over these bytes, made within five minutes; else why not. */
  static String whyRefused(String header, byte[] rawBody, String secret) throws GeneralSecurityException {
    if (header == null) return "no Flowlix-Signature with a time";
    String timestamp = "";
    for (String part : header.split(","))
      if (timestamp.isEmpty() && part.strip().startsWith("t=")) timestamp = part.strip().substring(2);
    if (!timestamp.matches("[0-9]{1,12}")) return "no Flowlix-Signature with a time";
    long age = Instant.now().getEpochSecond() - Long.parseLong(timestamp);
    if (Math.abs(age) > TOLERANCE_SECONDS) return "too old: not signed within five minutes of this clock";
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
    byte[] expected = HexFormat.of().formatHex(mac.doFinal(rawBody)).getBytes(StandardCharsets.US_ASCII);
    // While a secret is being rolled there are several signatures: one that is right is enough.
    boolean genuine = false;
    for (String part : header.split(","))
      if (part.strip().startsWith("v1="))
        genuine |= MessageDigest.isEqual(expected, part.strip().substring(3).getBytes(StandardCharsets.US_ASCII));
    return genuine ? null : "bad signature: another secret, or not the bytes as they came";
  }

  /** The texts in the event's outermost object, such as its id. Your JSON library reads the whole; Java has none. */
  static Map<String, String> textsOf(String json) {
    try {
      return textsOfWhole(json);
    } catch (IndexOutOfBoundsException cutOff) {
      return Map.of();
    }
  }

  private static Map<String, String> textsOfWhole(String json) {
    Map<String, String> texts = new HashMap<>();
    String name = null;
    String last = null;
    int depth = 0;
    for (int at = 0; at < json.length(); at++) {
      char c = json.charAt(at);
      if (c == '"') {
        int from = at + 1;
        for (at = from; json.charAt(at) != '"'; at++) if (json.charAt(at) == '\\') at++;
        last = json.substring(from, at);
        if (depth == 1 && name != null) texts.put(name, last);
      } else if (c == '{' || c == '[') depth++;
      else if (c == '}' || c == ']') depth--;
      else if (depth == 1 && c == ':') name = last;
      else if (depth == 1 && c == ',') name = null;
    }
    return depth == 0 ? texts : Map.of();
  }

  private static void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] rawBody = exchange.getRequestBody().readNBytes(BYTES_MAX + 1);
      String header = exchange.getRequestHeaders().getFirst("Flowlix-Signature");
      String why = rawBody.length > BYTES_MAX ? "too long" : whyRefused(header, rawBody, SECRET);
      if (why != null) {
        refuse(exchange, why);
        return;
      }
      Map<String, String> event = textsOf(new String(rawBody, StandardCharsets.UTF_8));
      String id = event.getOrDefault("id", "");
      String type = event.getOrDefault("type", "");
      if (id.isEmpty() || type.isEmpty()) {
        refuse(exchange, "no event");
        return;
      }
      if (SEEN.add(id)) System.out.println(id + " " + type); // Keep it, answer, and work on it afterwards.
      exchange.sendResponseHeaders(204, -1);
    } catch (GeneralSecurityException impossible) {
      throw new IOException(impossible);
    }
  }

  /** What the answer says stands in the list of deliveries and in the workbench. */
  private static void refuse(HttpExchange exchange, String why) throws IOException {
    byte[] text = (why + "\n").getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain");
    exchange.sendResponseHeaders(400, text.length);
    exchange.getResponseBody().write(text);
  }

  public static void main(String[] args) throws IOException {
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8080"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext("/", Receiver::receive);
    server.setExecutor(Executors.newCachedThreadPool()); // One that sends slowly keeps nobody else waiting.
    server.start();
    System.out.println("listening on " + server.getAddress().getPort());
  }
}
