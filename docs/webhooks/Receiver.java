// Receives webhooks with nothing but Java 17:  WEBHOOK_SECRET=whsec_… PORT=8080 java Receiver.java
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class Receiver {
  private static final String SECRET = System.getenv("WEBHOOK_SECRET");
  private static final long TOLERANCE_SECONDS = 300;
  private static final int BYTES_MAX = 2 << 20;
  private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*\"(evt_[A-Za-z0-9]{24})\"");
  private static final Pattern TYPE = Pattern.compile("\"type\"\\s*:\\s*\"([a-z_]+\\.[a-z_.]+)\"");
  /** In your database: a table whose primary key is the event's id. */
  private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

  /** Whether Flowlix-Signature is that of this secret over these bytes, made within the last five minutes. */
  static boolean isGenuine(String header, byte[] rawBody, String secret) throws GeneralSecurityException {
    if (header == null) return false;
    String timestamp = "";
    for (String part : header.split(","))
      if (part.strip().startsWith("t=")) timestamp = part.strip().substring(2);
    if (!timestamp.matches("[0-9]{1,12}")) return false;
    long age = Instant.now().getEpochSecond() - Long.parseLong(timestamp);
    if (Math.abs(age) > TOLERANCE_SECONDS) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
    byte[] expected = HexFormat.of().formatHex(mac.doFinal(rawBody)).getBytes(StandardCharsets.US_ASCII);
    // While a secret is being rolled there are several signatures: one that is right is enough.
    boolean genuine = false;
    for (String part : header.split(","))
      if (part.strip().startsWith("v1="))
        genuine |= MessageDigest.isEqual(expected, part.strip().substring(3).getBytes(StandardCharsets.US_ASCII));
    return genuine;
  }

  private static void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] rawBody = exchange.getRequestBody().readNBytes(BYTES_MAX);
      String header = exchange.getRequestHeaders().getFirst("Flowlix-Signature");
      if (!isGenuine(header, rawBody, SECRET)) {
        exchange.sendResponseHeaders(400, -1);
        return;
      }
      // Your JSON library reads the whole event; Java has none of its own.
      String event = new String(rawBody, StandardCharsets.UTF_8);
      Matcher id = ID.matcher(event);
      Matcher type = TYPE.matcher(event);
      if (!id.find() || !type.find()) {
        exchange.sendResponseHeaders(400, -1);
        return;
      }
      if (SEEN.add(id.group(1)))
        System.out.println(id.group(1) + " " + type.group(1)); // Keep it, answer, and work on it afterwards.
      exchange.sendResponseHeaders(204, -1);
    } catch (GeneralSecurityException impossible) {
      throw new IOException(impossible);
    }
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
